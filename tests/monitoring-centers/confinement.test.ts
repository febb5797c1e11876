import { expect, it } from 'vitest';
import { ACCESS_FLAGS, type Holder, mayAccess, USER_TYPE } from '#core/access.ts';
import type { Endpoint } from '#core/contract.ts';
import { api } from '#core/index.ts';
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

it.each(CENTRES)(
  'a user of type 4 follows only that its units reported something and that its board changed [P1-A04]',
  (user) => {
    expect(Object.keys(TOPICS).length).toBeGreaterThan(1);
    const followed = Object.entries(TOPICS).filter(([, { access }]) => mayAccess(access, user));
    expect(followed.map(([kind]) => kind).sort()).toEqual(['operator-alarms', 'unit-events']);
    // With an alarm of the unit that the operator has.
    const withAnAlarm = Object.entries(TOPICS).filter(([, { requireOperator }]) => requireOperator);
    expect(withAnAlarm.map(([kind]) => kind)).toEqual(['console']);
  },
);

it.each(CENTRES)('a user of type 4 calls only its view, its sessions and its own settings [P1-A04 P3-A14]', (user) => {
  const own = [
    ...['auth', 'live', 'table-settings', 'user-settings', 'second-factor', 'passkeys', 'monitoring-centers'],
  ];
  const reached = Object.entries(api).flatMap(([area, endpoints]) =>
    Object.entries(endpoints).flatMap(([name, { access }]: [string, Endpoint]) =>
      !access.public && mayAccess(access, user) ? [{ area, name }] : [],
    ),
  );
  // The way out of the access of a monitoring centre that an administrator has taken on.
  const others = reached.filter(({ area, name }) => !own.includes(area) && name !== 'endAccessAs');
  expect(others).toEqual([]);
  const ofArea = reached.filter(({ area }) => area === 'monitoring-centers').map(({ name }) => name);
  expect(ofArea.sort()).toEqual(['changeAlarm', 'operatorBoard', 'operatorExport', 'recentEvents']);
});
