import { readdirSync } from 'node:fs';
import type { Scope } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';

/** The data of an area for its sample events: `tests/<area>/sample.ts` exports one as `sample`. */
export interface Sample {
  /** The names of dealer 220's data in the sample events, and one of the same form that does not exist. */
  named?: readonly { name: string | number; missing: string | number }[];
  /** Stores the data with which the area's sample events succeed for allowed callers of dealer 220. */
  add?(given: { scope: Scope; unit: UnitRecord }): Promise<unknown>;
}

const TESTS = new URL('../', import.meta.url);

export const SAMPLES: readonly Sample[] = await Promise.all(
  readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[\w-]+\/sample\.ts$/.test(file))
    .sort()
    .map(async (file) => ((await import(new URL(file, TESTS).href)) as { sample: Sample }).sample),
);
