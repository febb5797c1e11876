import { beforeAll, describe, expect, it } from 'vitest';
import type { UserRecord } from '#core/users/user-record.ts';
import { aCaller } from '#support/accounts.ts';
import { call } from '#support/call.ts';
import { aSession } from '#support/people.ts';
import { aWorld } from '#support/world.ts';
import { ENDPOINTS } from './endpoints.ts';
import { goodSampleOf } from './good-samples.ts';

let caller: UserRecord;
beforeAll(async () => {
  await aWorld();
  caller = await aCaller();
});

describe('every sample event', () => {
  it.each(ENDPOINTS)('$name has an answer that matches its contract', async ({ name, endpoint }) => {
    const { token } = await aSession(caller);
    const { status, body, headers } = await call(endpoint, { ...(await goodSampleOf(name)), as: token });
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(endpoint.output.safeParse(body).error?.issues).toBeUndefined();
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
  });
});
