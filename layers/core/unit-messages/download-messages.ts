// How a unit gets the file of a waiting message, block by block. The unit asks, and the bridge answers (docs/unit-protocol.md, section 7).

/** Asks for the signed manifest of firmware. */
export interface AskManifest {
  type: 'askManifest';
  MessageKey: string;
}

/** Asks for blocks of the file, counted from 1. */
export interface AskBlocks {
  type: 'askBlocks';
  MessageKey: string;
  firstBlock: number;
  blocks: number;
}

/** The unit has verified the whole file, and asks whether it may be out of reach now to install it. */
export interface AskInstall {
  type: 'askInstall';
  MessageKey: string;
}

export type DownloadQuestion = AskManifest | AskBlocks | AskInstall;

/** What the portal has signed of the firmware (layers/protocol/firmware-manifest.ts), and its Ed25519 signature. */
export interface Manifest {
  type: 'manifest';
  MessageKey: string;
  manifest: Uint8Array;
  signature: Uint8Array;
}

/** One block of the file. The number of its frame is that of the block, so that the frame is the same for every unit. */
export interface Block {
  type: 'block';
  block: number;
  /** Of `data`. */
  crc32: number;
  data: Uint8Array;
}

export interface Install {
  type: 'install';
  MessageKey: string;
}

/** The unit asks again after this time: it must stay in reach now, or the file cannot be read. */
export interface DownloadWaits {
  type: 'downloadWaits';
  MessageKey: string;
  text: string;
  retryAfterSeconds: number;
}

/** The message does not wait any more. The unit drops what it has of its file. */
export interface DownloadWithdrawn {
  type: 'downloadWithdrawn';
  MessageKey: string;
}

export type DownloadAnswer = Manifest | Block | Install | DownloadWaits | DownloadWithdrawn;
