import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { EVENT_FUNCTIONS } from '#infra/wiring.ts';
import { invoke } from '#support/invoke.ts';
import { aWorld } from '#support/world.ts';

const EVENTS = new URL('../../events/', import.meta.url);

const SAMPLES = EVENT_FUNCTIONS.flatMap((name) =>
  readdirSync(new URL(`${name}/`, EVENTS)).map((file) => ({ name, file: `${name}/${file}` })),
);

/** The result of a function that has handled everything. */
const WORKED: Record<string, unknown> = {
  'on-live-message/connect.json': { statusCode: 401 },
  // The secret of this machine has no credentials of a probe.
  'on-probe-due/due.json': { signIn: false, unit: false, center: false },
  'on-live-message/ping.json': { statusCode: 200 },
  'on-condition-due/due.json': { failed: 0 },
  'on-alarm-due/due.json': { failed: 0 },
  'on-rollout-due/due.json': { failed: 0 },
  'on-fleet-reading-due/due.json': { failed: 0 },
  'on-report-due/due.json': { failed: 0 },
  'on-billing-due/due.json': { left: 0 },
  'on-archive-due/due.json': { left: 0 },
  // The receivers of the samples have no keys.
  'on-receiver-test-due/due.json': { tested: 0, failed: 0 },
  // The bridge of the sample's unit does not exist, so the message of the reminder returns.
  'on-reminder-due/due.json': { batchItemFailures: [{ itemIdentifier: '2e1424d4-f796-459a-8184-9c92662be6da' }] },
};

beforeAll(async () => {
  await aWorld();
});

describe('the functions of events', () => {
  it('have at least one sample event each', () => {
    expect(new Set(SAMPLES.map(({ name }) => name))).toEqual(new Set(EVENT_FUNCTIONS));
  });

  it.each(SAMPLES)('$file is handled', async ({ name, file }) => {
    const event = JSON.parse(readFileSync(new URL(file, EVENTS), 'utf8'));
    expect(await invoke(name, event)).toEqual(WORKED[file] ?? { batchItemFailures: [] });
  });
});
