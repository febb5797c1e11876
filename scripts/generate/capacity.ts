import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** The file with the figures of an area. tests/data/capacity.integ.test.ts writes and compares it. */
export const capacityFile = (area: string): URL => new URL(`../../docs/api/capacity/${area}.json`, import.meta.url);

/** What the sample event of each endpoint consumes, by the name of the endpoint (`units.list`). */
export const Capacity = z.record(
  z.string(),
  z.object({
    /** Read capacity units. An eventually consistent read counts half. */
    read: z.number(),
    /** Write capacity units, with those of indexes and transactions. */
    write: z.number(),
    /** `query unit.byTree`, in alphabetical order. */
    requests: z.array(z.string()),
  }),
);
export type Capacity = z.infer<typeof Capacity>;

/** The figures of these areas. A new area has none until its endpoints are measured. */
export const measuredCapacity = (areas: readonly string[]): Capacity =>
  Object.assign({}, ...areas.map(capacityFile).filter(existsSync).map(readCapacity));

const readCapacity = (file: URL): Capacity => Capacity.parse(JSON.parse(readFileSync(file, 'utf8')));
