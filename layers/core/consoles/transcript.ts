/** How far a command is. `unanswered`: nothing came within its time. */
export type CommandStage = 'sent' | 'received' | 'done' | 'failed' | 'unanswered';

/** One line of a console's transcript. `at` in milliseconds since 1970. */
export interface TranscriptEntry {
  id: string;
  at: number;
  /** `command` was sent from here, `unit` was said by the unit, `console` is about the connection. */
  kind: 'command' | 'unit' | 'console';
  text: string;
  /** For commands: how far, and what came of it. */
  stage?: CommandStage;
  answer?: string;
  /** The frame, hexadecimal. */
  raw?: string;
  /** It is about something that went wrong. */
  failure?: boolean;
}

export type Transcript = readonly TranscriptEntry[];

/** More than this nobody reads; the oldest lines go. */
export const LONGEST_TRANSCRIPT = 500;

/** `transcript` with a line at its end. One that is there already is not repeated. */
export const withEntry = (transcript: Transcript, entry: TranscriptEntry): Transcript =>
  transcript.some(({ id }) => id === entry.id) ? transcript : [...transcript, entry].slice(-LONGEST_TRANSCRIPT);

/** `transcript` with something changed in the line of that id. */
export const withChange = (transcript: Transcript, id: string, change: Partial<TranscriptEntry>): Transcript =>
  transcript.map((entry) => (entry.id === id ? { ...entry, ...change } : entry));
