import { existsSync, statfsSync } from 'node:fs';
import path from 'node:path';

/** Something that the machine, not the portal, has to provide; the message says what and how, and is all that people need to see. */
export class MachineLacks extends Error {}

const MEGABYTE = 1_000_000;
/** What the first start writes: the state of a small fleet, the built app, logs. */
const STATE_MEGABYTES = 300;
/** Of the database, with its indexes. */
const KILOBYTES_PER_UNIT = 40;

/** Fails early where the disk cannot hold the state. */
export function requireDisk(folder: string, units: number): void {
  let existing = path.resolve(folder);
  while (!existsSync(existing)) existing = path.dirname(existing);
  const { bavail, bsize } = statfsSync(existing);
  const needed = STATE_MEGABYTES + (units * KILOBYTES_PER_UNIT) / 1000;
  const free = (bavail * bsize) / MEGABYTE;
  if (free < needed)
    throw new MachineLacks(
      `${folder} needs about ${Math.ceil(needed)} MB of disk, and ${Math.floor(free)} MB are free. Make room, or name another place with --folder.`,
    );
}
