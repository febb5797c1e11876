import { expect, it } from 'vitest';
import { ACCESS_FLAGS, USER_TYPE } from '#core/access.ts';
import { routeKey } from '#core/contract.ts';
import { SCREENS } from '#web/app/routes.ts';
import type { Session } from '#web/lib/session/session.tsx';

const session = {
  user: { user: 'user-1', dealer: 1, ownDealer: 1, times: { timeZone: 'America/Denver' } },
  holder: { userType: USER_TYPE.engineer, flags: ACCESS_FLAGS, home: { dealerKey: 1 } },
  may: () => true,
  has: () => true,
} as unknown as Session;

it.each(SCREENS)(
  '$path sends no read that the server would reject, at an address that names nothing',
  async ({ load }) => {
    const { firstReads } = await load();
    const rejected = (firstReads?.(new URLSearchParams(), session) ?? [])
      .filter(({ endpoint, input }) => !endpoint.input.safeParse(input).success)
      .map(({ endpoint }) => routeKey(endpoint));
    expect(rejected).toEqual([]);
  },
);
