import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The firmware versions that simulated units have taken, by serial number, in a file: units keep them when the fleet starts again. */
export class KeptVersions {
  readonly #file: string;
  readonly #versions: Map<string, string>;

  constructor(file: string) {
    this.#file = file;
    this.#versions = new Map(Object.entries(readVersions(file)));
  }

  of(UnitSerNum: string): string | undefined {
    return this.#versions.get(UnitSerNum);
  }

  keep(UnitSerNum: string, version: string): void {
    this.#versions.set(UnitSerNum, version);
    // A process that ends in the middle of a write leaves the earlier file.
    writeFileSync(`${this.#file}.new`, JSON.stringify(Object.fromEntries(this.#versions)), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }
}

function readVersions(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
