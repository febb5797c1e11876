import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gzip } from 'node:zlib';
import { DAY, instant } from '#core/time.ts';
import type { MessageFiles } from './message-files.ts';
import { monthBefore, type ProtocolMessage, protocolLogStore } from './protocol-log.ts';
import type { Log } from './read-log.ts';

const compress = promisify(gzip);

/** Three years. The bucket deletes older files (infra/stacks/data-stack.ts). */
export const ARCHIVED_DAYS = 1_096;

/** Messages of one file. A unit that reports each hour has one file a month. */
export const MESSAGES_PER_FILE = 5_000;

/** The files of a unit and a month have numbers from 0 on, so that a month is read without a list of it. */
const keyOf = (UnitSerNum: string, month: string, number: number) =>
  `${UnitSerNum}/${month}/${String(number).padStart(4, '0')}.jsonl.gz`;

/**
 * Copies the messages of a unit and a month from the table into the archive, the newest first. Copying again writes the same files, so it may
 * be repeated after a failure.
 */
export async function archiveMonth(files: MessageFiles, UnitSerNum: string, month: string): Promise<void> {
  let number = 0;
  let lines: string[] = [];
  const store = async () => {
    await files.put(keyOf(UnitSerNum, month, number), await compress(lines.join('')));
    number += 1;
    lines = [];
  };
  for await (const messages of protocolLogStore.ofMonth(UnitSerNum, month))
    for (const { place, kind, messageType, raw, content } of messages) {
      lines.push(`${JSON.stringify({ place, kind, messageType, raw, content })}\n`);
      if (lines.length === MESSAGES_PER_FILE) await store();
    }
  if (lines.length > 0) await store();
}

/** The protocol log of a unit in the archive, month by month. One file at a time is open, and no more than `most` messages are held. */
export const archiveLog = (files: MessageFiles, UnitSerNum: string, now: number): Log<ProtocolMessage> => ({
  name: 'archive',
  oldest: now - ARCHIVED_DAYS * DAY,
  async read({ first, last, most }) {
    const found: ProtocolMessage[] = [];
    // A range can end far in the future.
    const newest = [last, instant(now)].sort()[0]!;
    for (let month = newest.slice(0, 7); month >= first.slice(0, 7); month = monthBefore(month))
      for await (const message of messagesOf(files, UnitSerNum, month)) {
        if (message.place > last) continue;
        if (message.place < first) return found;
        found.push(message);
        if (found.length === most) return found;
      }
    return found;
  },
});

/** The archived messages of a month, the newest first. */
async function* messagesOf(files: MessageFiles, UnitSerNum: string, month: string): AsyncGenerator<ProtocolMessage> {
  for (let number = 0; ; number++) {
    const file = await files.read(keyOf(UnitSerNum, month, number));
    if (!file) return;
    let lines = 0;
    for await (const line of linesOf(file)) {
      lines += 1;
      yield JSON.parse(line);
    }
    if (lines < MESSAGES_PER_FILE) return;
  }
}

async function* linesOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // A failure of the download ends the iteration with its error, and an early end of the iteration ends the download.
  const text = pipeline(Readable.from(file), createGunzip(), () => {}).setEncoding('utf8');
  let rest = '';
  for await (const piece of text) {
    const lines = `${rest}${piece}`.split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}
