import { readdirSync } from 'node:fs';
import type { SeedOptions } from './units.ts';
import { writeAll } from './write.ts';

type Items = Iterable<Record<string, unknown>>;

/** What an area adds to an empty table: `areas/<area>.ts` exports one as `seed`. */
export type Seed = (options: SeedOptions) => Items | Promise<Items>;

const AREAS = new URL('./areas/', import.meta.url);

/** Fills an empty table with the items of all areas. */
export async function seed(options: SeedOptions, onProgress: (written: number) => void): Promise<void> {
  let before = 0;
  for (const file of readdirSync(AREAS).sort()) {
    const { seed: itemsOf } = (await import(new URL(file, AREAS).href)) as { seed: Seed };
    let ofArea = 0;
    await writeAll(await itemsOf(options), (written) => {
      ofArea = written;
      onProgress(before + written);
    });
    before += ofArea;
  }
}
