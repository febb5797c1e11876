import { z } from 'zod';
import { ProtocolEntry } from './protocol-entry.ts';

/** The longest text that is parsed at once, in characters. */
export const LONGEST_LOG_TEXT = 50_000;
export const NO_FRAMES = 'The text has no frame. A frame begins with the bytes 57 4b';

/** A frame in a text, decoded. `line` counts from 1. */
export const ParsedEntry = ProtocolEntry.pick({
  Origin: true,
  Destination: true,
  messageType: true,
  payload: true,
  payloadLength: true,
  RawData: true,
  mainDisplay: true,
}).extend({ line: z.number().int() });
export type ParsedEntry = z.infer<typeof ParsedEntry>;

export const ParsedLog = z.object({
  entries: z.array(ParsedEntry),
  /** What could not be read, by line. */
  problems: z.array(z.object({ line: z.number().int(), problem: z.string() })),
});
export type ParsedLog = z.infer<typeof ParsedLog>;

/** Two letters of the start mark, then the bytes after it, however the text separates them. */
const FRAME_TEXT = /57[ :-]?4b(?:[ :-]?[0-9a-f]{2})*/gi;

export interface HexFrame {
  /** Counts from 1. */
  line: number;
  /** Hexadecimal digits only, in lower case. */
  hex: string;
}

/** The frames in a text such as an exported log, in hexadecimal, with the lines they stand in. */
export function framesInText(text: string): HexFrame[] {
  return text.split(/\r?\n/).flatMap((content, index) =>
    [...content.matchAll(FRAME_TEXT)].map(([found]) => ({
      line: index + 1,
      hex: found.replaceAll(/[ :-]/g, '').toLowerCase(),
    })),
  );
}
