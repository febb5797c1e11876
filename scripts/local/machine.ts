import { existsSync, statfsSync } from 'node:fs';
import path from 'node:path';

/** A requirement that the machine must meet. Its message says what is missing and how to get it, and is printed without a stack. */
export class MissingRequirement extends Error {}

const MEGABYTE = 1_000_000;
/** The size of the first start's files: the state of a small fleet, the built app, logs. */
const STATE_MEGABYTES = 300;
/** The size of the database with its indexes. */
const KILOBYTES_PER_UNIT = 40;

/** Fails early if the disk cannot hold the state. */
export function requireDisk(folder: string, units: number): void {
  let existing = path.resolve(folder);
  while (!existsSync(existing)) existing = path.dirname(existing);
  const { bavail, bsize } = statfsSync(existing);
  const needed = STATE_MEGABYTES + (units * KILOBYTES_PER_UNIT) / 1000;
  const free = (bavail * bsize) / MEGABYTE;
  if (free < needed)
    throw new MissingRequirement(
      `${folder} needs about ${Math.ceil(needed)} MB of disk, and ${Math.floor(free)} MB are free. Free some space, or name another folder with --folder.`,
    );
}
