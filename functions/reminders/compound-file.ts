import { UnreadableSheet } from '#core/reminders/sheet.ts';

/** Greater numbers mark the end of a chain, and sectors without one (MS-CFB, 2.1). */
const LAST_SECTOR = 0xfffffffa;
const HEADER_BYTES = 512;
const FAT_SECTORS_IN_HEADER = 109;
const ENTRY_BYTES = 128;
const STREAM = 2;
const ROOT = 5;

type Chains = readonly number[];

/**
 * The streams of a compound file (MS-CFB) by name: a function reads each of them. Every chain is followed for at most as many sectors as the
 * file has, so a chain that bites its tail ends.
 */
export function streamsOf(file: Buffer): ReadonlyMap<string, () => Buffer> {
  if (file.length < HEADER_BYTES) throw damaged();
  const shift = file.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw damaged();
  const size = 1 << shift;
  const sectorAt = (sector: number): Buffer => {
    const place = (sector + 1) * size;
    if (sector > LAST_SECTOR || place >= file.length) throw damaged();
    // The last sector of a file may be cut.
    return file.subarray(place, place + size);
  };
  const sectors = Math.ceil(file.length / size);
  const fat = numbersOf(fatSectors(file, sectorAt, sectors).map(sectorAt));
  const read = (start: number) => Buffer.concat(chainFrom(start, fat, sectors).map(sectorAt));

  const entries = entriesOf(read(file.readUInt32LE(48)));
  const root = entries.find(({ kind }) => kind === ROOT);
  if (!root) throw damaged();
  const smallBelow = file.readUInt32LE(56);
  const readSmall = (start: number) => {
    const all = read(root.start);
    const smallSize = 1 << Math.min(file.readUInt16LE(32), shift);
    const smallFat = numbersOf([read(file.readUInt32LE(60))]);
    const places = chainFrom(start, smallFat, Math.ceil(all.length / smallSize));
    return Buffer.concat(places.map((place) => all.subarray(place * smallSize, (place + 1) * smallSize)));
  };
  return new Map(
    entries
      .filter(({ kind }) => kind === STREAM)
      .map(({ name, start, bytes }) => [
        name,
        () => {
          const content = bytes < smallBelow ? readSmall(start) : read(start);
          if (content.length < bytes) throw damaged();
          return content.subarray(0, bytes);
        },
      ]),
  );
}

/** The sectors of the table of chains: the header names the first ones, and a chain of its own the others. */
function fatSectors(file: Buffer, sectorAt: (sector: number) => Buffer, most: number): number[] {
  const found = [...numbersOf([file.subarray(76, HEADER_BYTES)])].slice(0, FAT_SECTORS_IN_HEADER);
  let next = file.readUInt32LE(68);
  for (let read = 0; next <= LAST_SECTOR; read++) {
    if (read > most) throw damaged();
    const numbers = numbersOf([sectorAt(next)]);
    next = numbers.pop() ?? LAST_SECTOR + 1;
    found.push(...numbers);
  }
  const used = found.filter((sector) => sector <= LAST_SECTOR);
  if (used.length > most) throw damaged();
  return used;
}

/** The sectors of a chain, in order. */
function chainFrom(start: number, chains: Chains, most: number): number[] {
  const found: number[] = [];
  for (let sector = start; sector <= LAST_SECTOR; sector = chains[sector]!) {
    if (found.length === most || chains[sector] === undefined) throw damaged();
    found.push(sector);
  }
  return found;
}

function numbersOf(parts: readonly Buffer[]): number[] {
  const numbers: number[] = [];
  for (const part of parts)
    for (let place = 0; place + 4 <= part.length; place += 4) numbers.push(part.readUInt32LE(place));
  return numbers;
}

function entriesOf(directory: Buffer) {
  const entries: { name: string; kind: number; start: number; bytes: number }[] = [];
  for (let place = 0; place + ENTRY_BYTES <= directory.length; place += ENTRY_BYTES) {
    const entry = directory.subarray(place, place + ENTRY_BYTES);
    // Its length counts the zero at its end.
    const nameBytes = Math.min(Math.max(entry.readUInt16LE(64) - 2, 0), 62);
    entries.push({
      name: entry.toString('utf16le', 0, nameBytes),
      kind: entry[66]!,
      start: entry.readUInt32LE(116),
      bytes: entry.readUInt32LE(120),
    });
  }
  return entries;
}

const damaged = () => new UnreadableSheet('The compound file is damaged');
