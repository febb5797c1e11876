import { beforeAll, describe, expect, it } from 'vitest';
import { someCallers } from '#support/accounts.ts';
import { call } from '#support/call.ts';
import { aSession } from '#support/people.ts';
import { aWorld } from '#support/world.ts';
import { ENDPOINTS } from './endpoints.ts';
import { goodSampleOf } from './good-samples.ts';

let callerOf: Awaited<ReturnType<typeof someCallers>>;
beforeAll(async () => {
  await aWorld();
  callerOf = await someCallers();
});

describe('every sample event', () => {
  it.each(ENDPOINTS)('$name has an answer that matches its contract', async ({ name, endpoint }) => {
    const { token } = await aSession(callerOf(endpoint));
    const { status, body, headers } = await call(endpoint, { ...(await goodSampleOf(name)), as: token });
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(endpoint.output.safeParse(body).error?.issues).toBeUndefined();
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
  });
});
