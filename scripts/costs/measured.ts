import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { api } from '#core/index.ts';
import { type Capacity, capacityFile, measuredCapacity } from '../generate/capacity.ts';

const Step = z.object({
  read: z.number(),
  write: z.number(),
  requests: z.array(z.string()),
  /** Messages to the ingest queue. */
  messages: z.number(),
  /** The number of changed items, by entity. Each is a record of the stream. */
  changed: z.record(z.string(), z.number()),
  /** The size of each added item, by entity. */
  addedBytes: z.record(z.string(), z.number()),
});
type Step = z.infer<typeof Step>;

export type Measured = ReturnType<typeof readMeasured>;

/** The figures of docs/api/capacity: of a unit's messages, and of a typical call that only reads and of one that writes. */
export function readMeasured() {
  const file = readFileSync(capacityFile('unit-messages'), 'utf8');
  const steps = z.record(z.string(), Step).parse(JSON.parse(file));
  const endpoints = Object.values(measuredCapacity(Object.keys(api)));
  return {
    steps: Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, withEmptyQueries(step)])),
    readingCall: typical(endpoints.filter(({ write }) => write === 0)),
    writingCall: typical(endpoints.filter(({ write }) => write > 0)),
  };
}

/**
 * The queries of a unit's messages find nothing: nobody follows the unit, no command waits. DynamoDB charges one read unit for each,
 * because they are consistent. DynamoDB Local charges nothing.
 */
const withEmptyQueries = (step: Step): Step => ({
  ...step,
  read: step.read + step.requests.reduce((sum, request) => sum + queriesIn(request), 0),
});

/** 1 for `query unit.byTree`, 2 for `2 x query unit.byTree`, 0 for other requests. */
function queriesIn(request: string): number {
  const [, times, verb] = /^(?:(\d+) x )?([\w-]+) /.exec(request) ?? [];
  return verb === 'query' ? Number(times ?? 1) : 0;
}

const typical = (endpoints: readonly Capacity[string][]) => ({
  read: median(endpoints.map(({ read }) => read)),
  write: median(endpoints.map(({ write }) => write)),
});

const median = (figures: number[]) => figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
