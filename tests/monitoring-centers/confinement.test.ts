import { expect, it } from 'vitest';
import { ACCESS_FLAGS, type Holder, mayAccess, USER_TYPE } from '#core/access.ts';
import { TOPICS } from '#data/topics.ts';
import { hasNavigation, homeFor } from '#web/app/route-table.ts';
import { SCREENS } from '#web/app/routes.ts';

/** Users of a monitoring centre with no access flag and with every one: flags give them nothing. */
const CENTRES: Holder[] = [[], ACCESS_FLAGS].map((flags) => ({ userType: 4, flags }));

it('the users of monitoring centres have type 4 [P1-K25]', () => {
  expect(USER_TYPE.monitoringCentre).toBe(4);
});

it.each(CENTRES)(
  'a user of type 4 opens only the view of monitoring centres and its own settings [P1-A04 P3-A02 P3-A14]',
  (user) => {
    const open = SCREENS.filter(({ access }) => mayAccess(access, user)).map(({ path }) => path);
    expect(open.sort()).toEqual(['/monitoringCenter', '/userSettings']);
    expect(homeFor(SCREENS, user)?.path).toBe('/monitoringCenter');
    expect(hasNavigation(user)).toBe(false);
  },
);

it.each(CENTRES)('a user of type 4 follows no live topic [P1-A04]', (user) => {
  expect(Object.keys(TOPICS).length).toBeGreaterThan(0);
  expect(Object.entries(TOPICS).filter(([, { access }]) => mayAccess(access, user))).toEqual([]);
});
