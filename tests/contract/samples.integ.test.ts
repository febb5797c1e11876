import { beforeAll, describe, expect, it } from 'vitest';
import { someCallers } from '#support/accounts.ts';
import { call } from '#support/call.ts';
import { outsideCallsOf } from '#support/outside-calls.ts';
import { aSession } from '#support/people.ts';
import { aWorld } from '#support/world.ts';
import { writtenBy } from '#support/written-kinds.ts';
import { CONTRACT, ENDPOINTS } from './endpoints.ts';
import { goodSampleOf } from './good-samples.ts';

let callerOf: Awaited<ReturnType<typeof someCallers>>;
beforeAll(async () => {
  await aWorld();
  callerOf = await someCallers();
});

describe('every sample event', () => {
  const limited: string[] = [];

  it.each(ENDPOINTS)('$name has an answer that matches its contract', async ({ name, endpoint }) => {
    const caller = callerOf(endpoint);
    const { token } = await aSession(caller);
    const sample = await goodSampleOf(name, caller);
    const { result, kinds } = await writtenBy(() => outsideCallsOf(() => call(endpoint, { ...sample, as: token })));
    const { status, body, headers } = result.result;
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(endpoint.output.safeParse(body).error?.issues).toBeUndefined();
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
    // A call that anybody may make, or that costs outside the portal, counts who makes it: by its `rate`, or inside its handler.
    const mustCount = endpoint.access.public || result.outside.length > 0;
    if (mustCount) limited.push(name);
    expect(!mustCount || kinds.includes('attempt'), `nothing limits what reaches ${result.outside}`).toBe(true);
  });

  it('reaches other systems, and is limited, in many areas', () => {
    // So a test that no longer sees what is called fails.
    if (ENDPOINTS.length === CONTRACT.length) expect(limited.length).toBeGreaterThan(30);
  });
});
