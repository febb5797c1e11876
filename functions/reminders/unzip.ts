import { inflateRawSync } from 'node:zlib';
import { UnreadableSheet } from '#core/reminders/sheet.ts';

// The parts of a ZIP file (APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16).
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const [END_LENGTH, ENTRY_LENGTH, LOCAL_LENGTH] = [22, 46, 30];
const [STORED, DEFLATED] = [0, 8];
const MAX_COMMENT = 0xffff;
const MAX_ENTRIES = 1_000;
/** A sheet of 20,000 rows has about four megabytes. A file that inflates to more is refused. */
const MAX_INFLATED = 32 * 1024 * 1024;

/** The names of the files in an archive, with a function that reads each. */
export function unzip(archive: Buffer): Map<string, () => string> {
  const end = endOf(archive);
  const files = new Map<string, () => string>();
  let place = archive.readUInt32LE(end + 16);
  const count = archive.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new UnreadableSheet('The archive has too many files');
  for (let index = 0; index < count; index++) {
    if (place + ENTRY_LENGTH > archive.length || archive.readUInt32LE(place) !== ENTRY)
      throw new UnreadableSheet('The archive is damaged');
    const nameLength = archive.readUInt16LE(place + 28);
    const name = archive.toString('utf8', place + ENTRY_LENGTH, place + ENTRY_LENGTH + nameLength);
    const entry = {
      method: archive.readUInt16LE(place + 10),
      size: archive.readUInt32LE(place + 20),
      local: archive.readUInt32LE(place + 42),
    };
    files.set(name, () => contentOf(archive, entry));
    place += ENTRY_LENGTH + nameLength + archive.readUInt16LE(place + 30) + archive.readUInt16LE(place + 32);
  }
  return files;
}

function endOf(archive: Buffer): number {
  for (
    let place = archive.length - END_LENGTH;
    place >= Math.max(0, archive.length - END_LENGTH - MAX_COMMENT);
    place--
  )
    if (archive.readUInt32LE(place) === END) return place;
  throw new UnreadableSheet('The file is not an archive');
}

function contentOf(archive: Buffer, { method, size, local }: { method: number; size: number; local: number }): string {
  if (local + LOCAL_LENGTH > archive.length || archive.readUInt32LE(local) !== LOCAL)
    throw new UnreadableSheet('The archive is damaged');
  const begin = local + LOCAL_LENGTH + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const content = archive.subarray(begin, begin + size);
  if (method === STORED) return content.toString('utf8');
  if (method !== DEFLATED) throw new UnreadableSheet('The archive is packed in an unknown way');
  return inflateRawSync(content, { maxOutputLength: MAX_INFLATED }).toString('utf8');
}
