import { readdirSync } from 'node:fs';
import type { Scope } from '#core/scope.ts';
import type { StoredUnit } from '#data/units/units.ts';

/** What an area adds to the world of the sample events: `tests/<area>/sample.ts` exports one as `sample`. */
export interface Sample {
  /** What the sample events name of dealer 220, and a name of the same form that does not exist. */
  named?: readonly { name: string | number; missing: string | number }[];
  /** Stores what makes the area's sample events succeed for whoever may send them from dealer 220. */
  add?(given: { scope: Scope; unit: StoredUnit }): Promise<unknown>;
}

const TESTS = new URL('../', import.meta.url);

export const SAMPLES: readonly Sample[] = await Promise.all(
  readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[\w-]+\/sample\.ts$/.test(file))
    .sort()
    .map(async (file) => ((await import(new URL(file, TESTS).href)) as { sample: Sample }).sample),
);
