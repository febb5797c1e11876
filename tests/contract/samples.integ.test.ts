import { beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_FLAGS, USER_TYPE } from '#core/access.ts';
import type { StoredUser } from '#data/users.ts';
import { call } from '#support/call.ts';
import { aSession, aUser } from '#support/people.ts';
import { aWorld } from '#support/world.ts';
import { ENDPOINTS } from './endpoints.ts';
import { goodSampleOf } from './good-samples.ts';

let caller: StoredUser;
beforeAll(async () => {
  await aWorld();
  caller = await aUser({ type: USER_TYPE.engineer, dealer: 220, flags: ACCESS_FLAGS });
});

describe('every sample event', () => {
  it.each(ENDPOINTS)('$name is answered with what its contract promises', async ({ name, endpoint }) => {
    const { token } = await aSession(caller);
    const { status, body, headers } = await call(endpoint, { ...(await goodSampleOf(name)), as: token });
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(endpoint.output.safeParse(body).error?.issues).toBeUndefined();
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
  });
});
