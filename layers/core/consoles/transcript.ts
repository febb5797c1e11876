/** The stage of a command. `queued`: no bridge has sent it yet. `unanswered`: no answer came in time. */
export type CommandStage = 'queued' | 'sent' | 'received' | 'done' | 'failed' | 'unanswered';

/** One line of a console's transcript. `at` in milliseconds since 1970. */
export interface TranscriptEntry {
  id: string;
  at: number;
  /** `command` was sent from here, `unit` came from the unit, `console` is about the connection. */
  kind: 'command' | 'unit' | 'console';
  text: string;
  /** For commands: stage and answer. */
  stage?: CommandStage;
  answer?: string;
  /** The frame in hexadecimal, for engineers. */
  raw?: string;
  /** The entry reports a failure. */
  failure?: boolean;
}

export type Transcript = readonly TranscriptEntry[];

/** The oldest lines beyond this are dropped. */
export const MAX_TRANSCRIPT_LINES = 500;

/** Adds a line at the end, unless its id is there already. */
export const withEntry = (transcript: Transcript, entry: TranscriptEntry): Transcript =>
  transcript.some(({ id }) => id === entry.id) ? transcript : [...transcript, entry].slice(-MAX_TRANSCRIPT_LINES);

/** Changes the line with this id. */
export const withChange = (transcript: Transcript, id: string, change: Partial<TranscriptEntry>): Transcript =>
  transcript.map((entry) => (entry.id === id ? { ...entry, ...change } : entry));
