import { chmodSync, mkdirSync } from 'node:fs';

/** Makes a folder that only its owner may enter, and all later files and folders of this process and its children private too. */
export function makePrivate(folder: string): void {
  process.umask(0o077);
  mkdirSync(folder, { recursive: true });
  // The folder may be from an earlier start.
  chmodSync(folder, 0o700);
}
