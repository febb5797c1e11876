import { beforeAll, expect, it } from 'vitest';
import { devTools } from '#core/dev-tools/contract.ts';
import { LIVE_TABLE_NAMES } from '#core/dev-tools/live-report.ts';
import { units } from '#core/units/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { UnitEntity } from '#data/units/units.ts';
import { call } from '#support/call.ts';
import { aSession, aUser, WIDEST_FLAGS } from '#support/people.ts';
import { aWorld } from '#support/world.ts';
import { ENDPOINTS, sampleOf } from './endpoints.ts';

/** What names a customer of the samples: a patient, a home address, a phone number. */
const NAMES_A_CUSTOMER = /PATIENT-OF-220|Willow Lane|8015550123/;

let hidden: UserRecord;
let other: UserRecord;
beforeAll(async () => {
  const { unit } = await aWorld();
  await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum })
    .set({ vitalsPatient: 'PATIENT-OF-220', vitalsPortal: 'Clinic' })
    .go();
  other = await aUser({ type: 1, dealer: 220, flags: WIDEST_FLAGS });
  hidden = await aUser({ type: 1, dealer: 220, flags: [...WIDEST_FLAGS, 'HIDE_CUSTOMER'] });
});

const isTold = async (read: () => ReturnType<typeof call>) =>
  NAMES_A_CUSTOMER.test(JSON.stringify((await read()).body));
const liveReport = (tableName: (typeof LIVE_TABLE_NAMES)[number], as: UserRecord, whereClause: string) =>
  call(devTools.liveReport, { tableName, columns: '*', whereClause, as });
const UNIT = 'UnitSerNum = "400220"';

it('no call names a customer to a person from whom customers are hidden', { timeout: 120_000 }, async () => {
  expect(await isTold(() => call(units.get, { id: '400220', as: other }))).toBe(true);
  const told: string[] = [];
  for (const { name, endpoint } of ENDPOINTS.filter(({ endpoint: { method } }) => method !== 'DELETE')) {
    // Some of the calls end the session.
    const { token } = await aSession(hidden);
    const { status, body } = await call(endpoint, { ...sampleOf(name), as: token });
    if (!endpoint.access.public) expect(status, name).not.toBe(401);
    if (NAMES_A_CUSTOMER.test(JSON.stringify(body))) told.push(name);
  }
  expect(told).toEqual([]);
});

it('no live report does, and none compares what it hides', async () => {
  expect(await isTold(() => liveReport('unit', other, UNIT))).toBe(true);
  for (const table of LIVE_TABLE_NAMES)
    expect([table, await isTold(() => liveReport(table, hidden, UNIT))]).toEqual([table, false]);
  expect((await liveReport('unit', hidden, `${UNIT} AND vitalsPatient = "PATIENT-OF-220"`)).status).toBe(422);
});
