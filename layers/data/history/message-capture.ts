import { DAY, instant } from '#core/time.ts';
import type { ListedFiles, MessageFiles } from './message-files.ts';
import type { ProtocolMessage } from './protocol-log.ts';
import type { Log } from './read-log.ts';

/** The bucket deletes older files (infra/stacks/data-stack.ts). */
export const CAPTURED_DAYS = 90;

/** Files that are read at once. */
const AT_ONCE = 20;

interface CapturedFrame {
  sender: 'Unit' | 'Server';
  /** Hexadecimal. */
  raw: string;
}

/** Frames of one connection, as they came. `number` counts what was captured of the connection. */
interface Capture {
  UnitSerNum: string;
  receivedAt: number;
  fence: number;
  sequence: number;
  frames: readonly CapturedFrame[];
}

/** A list of files has an ascending order only, and logs are read from the newest entry on. */
const inverted = (digits: string) => digits.replace(/\d/g, (digit) => String(9 - Number(digit)));
const ofTime = (time: number) => String(time).padStart(13, '0');
const orderOf = ({ fence, sequence }: Capture) =>
  `${String(fence).padStart(16, '0')}-${String(sequence).padStart(8, '0')}`;

/** Stores captured frames. The same capture again replaces the file with itself. */
export const storeCapture = (files: MessageFiles, capture: Capture): Promise<void> => {
  const order = orderOf(capture);
  const name = inverted(`${ofTime(capture.receivedAt)}-${order}`);
  const lines = capture.frames.map(({ sender, raw }, index): ProtocolMessage => {
    const place = `${instant(capture.receivedAt)}~${order}-${String(index).padStart(4, '0')}`;
    return { place, kind: sender === 'Server' ? 'command' : 'report', messageType: 'frame', raw };
  });
  return files.put(`${capture.UnitSerNum}/${name}.json`, Buffer.from(JSON.stringify(lines.reverse())));
};

/** The captured frames of a unit. They are not decoded. */
export const captureLog = (files: ListedFiles, UnitSerNum: string, now: number): Log<ProtocolMessage> => ({
  name: 'capture',
  oldest: now - CAPTURED_DAYS * DAY,
  async read({ first, last, most }) {
    const found: ProtocolMessage[] = [];
    const prefix = `${UnitSerNum}/`;
    let after = inverted(ofTime(Math.min(Date.parse(last.split('~')[0]!), now + DAY)));
    for (;;) {
      const keys = await files.list(prefix, after);
      if (keys.length === 0) return found;
      for (let from = 0; from < keys.length; from += AT_ONCE) {
        const read = await Promise.all(keys.slice(from, from + AT_ONCE).map((key) => contentOf(files, key)));
        for (const message of read.flat()) {
          if (message.place > last) continue;
          if (message.place < first) return found;
          found.push(message);
          if (found.length === most) return found;
        }
      }
      after = keys.at(-1)!.slice(prefix.length);
    }
  },
});

async function contentOf(files: MessageFiles, key: string): Promise<ProtocolMessage[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of (await files.read(key)) ?? []) pieces.push(piece);
  // The bucket may have deleted it since it was listed.
  return pieces.length === 0 ? [] : JSON.parse(Buffer.concat(pieces).toString('utf8'));
}
