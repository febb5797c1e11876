import { readFileSync } from 'node:fs';
import { z } from 'zod';

const FILE = new URL('../../docs/api/capacity.json', import.meta.url);

/** What each sample event was measured to ask of the table, by the endpoint's name (tests/data/capacity.integ.test.ts). */
export const Capacity = z.record(
  z.string(),
  z.object({
    /** Read capacity units, eventually consistent reads counted half. */
    read: z.number(),
    /** Write capacity units, those of indexes and transactions included. */
    write: z.number(),
    /** `query unit.byTree`, in alphabetical order. */
    requests: z.array(z.string()),
  }),
);
export type Capacity = z.infer<typeof Capacity>;

export const measuredCapacity = (): Capacity => Capacity.parse(JSON.parse(readFileSync(FILE, 'utf8')));
