/** Files of protocol messages outside the table. */
export interface MessageFiles {
  /** Stores a file, in the place of one with this key. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** The file, piece by piece; undefined if there is none. Ending the iteration ends the download. */
  read(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
}

/** Files whose keys are found by their beginning. */
export interface ListedFiles extends MessageFiles {
  /** Some of the keys with this beginning that follow `after`, in their order; none if there are no more. */
  list(prefix: string, after: string): Promise<string[]>;
}
