import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '#core/history/call.ts';
import type { Ping, UnitEvent } from '#core/history/ping.ts';
import { reports } from '#core/reports/contract.ts';
import { badPowerModules } from '#core/reports/definitions/units.ts';
import { DAY, HOUR, instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { ZoneReadingEntity } from '#data/accessories/entities.ts';
import { AssignmentEntity, CaregiverEntity } from '#data/caregivers/entities.ts';
import { UnitCustomerEntity } from '#data/customers/unit-customer.ts';
import { ContactEntity } from '#data/dealer-settings/contacts.ts';
import { DealerListsEntity } from '#data/dealer-settings/dealer-settings.ts';
import { protocolLogStore } from '#data/history/protocol-log.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { ReportFactEntity } from '#data/reports/entities.ts';
import { recordFact } from '#data/reports/record-facts.ts';
import { settleFacets } from '#data/units/settle-facets.ts';
import { UnitEntity } from '#data/units/units.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { aUser } from '#support/people.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';

const stream = await aStreamReader();
const react = async () => follow(await stream.next(), { times: 2 });

let user: UserRecord;
let above: UserRecord;
let beside: UserRecord;
let engineer: UserRecord;
beforeAll(async () => {
  await someDealers();
  user = await aUser({ dealer: 220 });
  above = await aUser({ dealer: 22 });
  beside = await aUser({ dealer: 49 });
  engineer = await aUser({ dealer: 1, type: 1 });
});
beforeEach(() => setClock(TODAY));

let sequence = 0;
const logged = (hoursAgo: number) => ({
  timeStamp: instant(TODAY - hoursAgo * HOUR),
  receivedAt: instant(TODAY - hoursAgo * HOUR),
  sequence: ++sequence,
});
const nameOf = () => `1-${sequence}`;
const event = ({ UnitSerNum }: UnitRecord, hours: number, content: Partial<UnitEvent>) =>
  unitLogStore.recordEvent(UnitSerNum, nameOf(), { ...logged(hours), eventType: '', ...content });
const ping = ({ UnitSerNum }: UnitRecord, hours: number, content: Partial<Ping>) =>
  unitLogStore.recordPing(UnitSerNum, nameOf(), {
    ...logged(hours),
    pingReason: 'Scheduled',
    bars: 4,
    lte: true,
    ...content,
  });
const aCall = ({ UnitSerNum }: UnitRecord, hours: number, content: Partial<Call> = {}) => {
  const entry = logged(hours);
  return unitLogStore.recordCall(UnitSerNum, nameOf(), {
    ...entry,
    direction: 'outgoing',
    outcome: 'failed',
    startedAt: entry.timeStamp,
    durationSeconds: 0,
    ...content,
  });
};

type ListName = {
  [Name in keyof typeof reports]: (typeof reports)[Name]['path'] extends `${string}` ? Name : never;
}[keyof typeof reports];

/** The rows of a report about the unit, as each of the users reads it. */
async function rowsOf(name: ListName, { UnitSerNum }: UnitRecord, input: Record<string, unknown> = {}, as = user) {
  const { items } = (await ask(reports[name] as typeof reports.failedCalls, { ...input, as })) as {
    items: { UnitSerNum: string; at: string; facts: Record<string, unknown> }[];
  };
  return items.filter((row) => row.UnitSerNum === UnitSerNum);
}
const isListed = async (...asked: Parameters<typeof rowsOf>) => (await rowsOf(...asked)).length > 0;
/** The pings of a test come after that of the seed. */
const PINGED_LONG_AGO = {
  lastPing: { lastPingTime: instant(TODAY - 9 * DAY), pingReason: 'Scheduled' },
  lastPingAt: instant(TODAY - 9 * DAY),
};
const here = (overrides: Parameters<typeof aUnit>[0] = {}) => aUnit({ dealer: 220, UnitStatus: 9, ...overrides });

describe('a report of failed tests', () => {
  it.each([
    ['failedDataTests', 'data'],
    ['failedVoiceTests', 'voice'],
    ['failedHelpButtonTests', 'help button'],
    ['failedSupervised', 'supervised'],
  ] as const)(
    '%s lists the unit until a later test passes [P3-B02 P3-B03 P3-C09 P3-C10 P3-C12 P3-C13]',
    async (name, kind) => {
      const unit = await here();
      await event(unit, 3, { eventType: `Test of ${kind}`, detail: 'Failed: no answer' });
      await react();
      expect(await rowsOf(name, unit)).toMatchObject([
        { at: instant(TODAY - 3 * HOUR), facts: { result: 'no answer' } },
      ]);
      await event(unit, 2, { eventType: `Test of ${kind}`, detail: 'Passed' });
      await event(unit, 4, { eventType: `Test of ${kind}`, detail: 'Failed: an older one that comes late' });
      await react();
      expect(await isListed(name, unit)).toBe(false);
      expect(await rowsOf(name, unit, { UnitSerNum: unit.UnitSerNum })).toEqual([]);
    },
  );

  it.each([
    ['was deleted', { RFCode: 'AB12', state: 'deleted' }],
    ['was replaced by another', { RFCode: 'CD34', state: 'added' }],
  ])('of an accessory loses the row of its zone when it %s, and no other row', async (_, reading) => {
    const unit = await here();
    const { UnitSerNum } = unit;
    await ZoneReadingEntity.put({
      ...{ UnitSerNum, zone: 3, RFCode: 'AB12', state: 'heard' },
      ...{ at: instant(TODAY - 5 * HOUR), order: '1' },
    }).go();
    const failed = async (hours: number, zone: number) => {
      await event(unit, hours, { eventType: 'Test of help button', detail: 'Failed', zone });
      await event(unit, hours, { eventType: 'Event 381', zone });
    };
    await failed(3, 3);
    await failed(3, 4);
    await react();
    const zonesOf = async (name: ListName) => (await rowsOf(name, unit)).map(({ facts }) => facts.zone).sort();
    for (const name of ['failedHelpButtonTests', 'failedSupervised'] as const)
      expect(await zonesOf(name)).toEqual([3, 4]);
    await ZoneReadingEntity.put({ UnitSerNum, zone: 3, ...reading, at: instant(TODAY - 2 * HOUR), order: '2' }).go();
    await react();
    for (const name of ['failedHelpButtonTests', 'failedSupervised'] as const) expect(await zonesOf(name)).toEqual([4]);
    await failed(1, 3);
    await react();
    for (const name of ['failedHelpButtonTests', 'failedSupervised'] as const)
      expect(await zonesOf(name)).toEqual([3, 4]);
  });

  it('is read by the dealer of the unit and those above, by no other', async () => {
    const unit = await here();
    await event(unit, 3, { eventType: 'Test of data', detail: 'Failed' });
    await react();
    expect(await isListed('failedDataTests', unit, {}, user)).toBe(true);
    expect(await isListed('failedDataTests', unit, {}, above)).toBe(true);
    expect(await isListed('failedDataTests', unit, {}, beside)).toBe(false);
    const answer = await call(reports.failedDataTests, { UnitSerNum: unit.UnitSerNum, as: beside });
    expect(answer.status).toBe(404);
  });

  it('follows a unit that moves: the new dealer reads nothing of the past', async () => {
    const unit = await here();
    await event(unit, 3, { eventType: 'Test of data', detail: 'Failed' });
    await react();
    await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go();
    await react();
    for (const one of [user, above, beside]) expect(await isListed('failedDataTests', unit, {}, one)).toBe(false);
    expect(await isListed('failedDataTests', unit, {}, engineer)).toBe(true);
    await event(unit, 1, { eventType: 'Test of data', detail: 'Failed' });
    await react();
    expect(await isListed('failedDataTests', unit, {}, beside)).toBe(true);
  });

  it('loses the rows of a deleted unit', async () => {
    const unit = await here();
    await event(unit, 3, { eventType: 'Test of data', detail: 'Failed' });
    await react();
    await UnitEntity.delete({ UnitSerNum: unit.UnitSerNum }).go();
    await react();
    const { data } = await ReportFactEntity.query.fact({ UnitSerNum: unit.UnitSerNum }).go();
    expect(data).toMatchObject([{ gone: true, rows: [] }]);
  });
});

describe('the report of failed calls', () => {
  it('has the calls between two dates, of all units or of one, the newest first, page by page [P3-C08]', async () => {
    const unit = await here();
    for (const hours of [1, 30, 60]) await aCall(unit, hours);
    await aCall(unit, 2, { outcome: 'answered' });
    await react();
    const range = { startDate: instant(TODAY - 2 * DAY), endDate: instant(TODAY) };
    const hoursOf = (rows: readonly { at: string }[]) => rows.map(({ at }) => (TODAY - Date.parse(at)) / HOUR);
    expect(hoursOf(await rowsOf('failedCalls', unit, range))).toEqual([1, 30]);
    const { UnitSerNum } = unit;
    const first = await ask(reports.failedCalls, { UnitSerNum, pageSize: 2, as: user });
    expect(hoursOf(first.items)).toEqual([1, 30]);
    const second = await ask(reports.failedCalls, { UnitSerNum, pageSize: 2, cursor: first.cursor!, as: user });
    expect(hoursOf(second.items)).toEqual([60]);
    expect(second.cursor).toBeNull();
  });
});

describe('the reports of pings', () => {
  it('lists a unit that misses a ping until it pings, and a late ping for seven days [P3-C11]', async () => {
    const unit = await here({ UnitModel: 'myConnect', UnitStatus: 9, ...PINGED_LONG_AGO });
    await ping(unit, 9, {});
    await settleFacets(unit.UnitSerNum, TODAY);
    await react();
    expect(await rowsOf('failedPings', unit)).toMatchObject([
      { at: instant(TODAY - 3 * HOUR), facts: { failure: 'Missed' } },
    ]);
    await ping(unit, 1, { receivedAt: instant(TODAY) });
    await settleFacets(unit.UnitSerNum, TODAY);
    await react();
    expect(await rowsOf('failedPings', unit)).toMatchObject([
      { at: instant(TODAY - HOUR), facts: { failure: 'Late' } },
    ]);
    setClock(TODAY + 8 * DAY);
    expect(await isListed('failedPings', unit)).toBe(false);
  });

  it('has the pings around the time when the report added the unit [P3-C17]', async () => {
    const unit = await here();
    for (const hours of [60, 30, 10]) await ping(unit, hours, {});
    const { UnitSerNum } = unit;
    const { pings } = await ask(reports.peakPings, { UnitSerNum, DateAdded: instant(TODAY - 20 * HOUR), as: user });
    expect(pings.map(({ timeStamp }) => (TODAY - Date.parse(timeStamp)) / HOUR)).toEqual([10, 30]);
  });

  it('lists weak pings within the interval [P3-C15]', async () => {
    const unit = await here();
    await ping(unit, 50, { bars: 0 });
    await react();
    expect(await isListed('irregularCellService', unit, { interval: 2 })).toBe(false);
    expect(await rowsOf('irregularCellService', unit, { interval: 3, itemsShown: 10 })).toMatchObject([
      { facts: { bars: 0, count: 1 } },
    ]);
  });

  it('counts the weak pings within the interval, in the list of a dealer and in that of a unit [P3-B06]', async () => {
    const unit = await here();
    for (const hours of [100, 60, 50, 10, 5]) await ping(unit, hours, { bars: 1 });
    await react();
    const countIn = async (interval: number, of: { UnitSerNum?: string }) => {
      const { items } = await ask(reports.irregularCellService, { interval, ...of, as: user });
      return items.find(({ UnitSerNum }) => UnitSerNum === unit.UnitSerNum)?.facts.count;
    };
    for (const of of [{}, { UnitSerNum: unit.UnitSerNum }])
      expect([await countIn(1, of), await countIn(3, of), await countIn(7, of)]).toEqual([2, 4, 5]);
  });

  it('lists units with enough 3G pings within the interval, until one over LTE [P3-C21]', async () => {
    const unit = await here();
    for (const hours of [60, 50, 40, 30, 20]) await ping(unit, hours, { lte: false });
    await react();
    const listed = (interval: number, pingCount: number) =>
      isListed('consistent3GPings', unit, { interval, pingCount });
    expect([await listed(3, 5), await listed(2, 5), await listed(2, 1), await listed(90, 10)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    await ping(unit, 1, { lte: true });
    await react();
    expect(await listed(3, 1)).toBe(false);
  });

  it('lists no unit whose 3G ping comes after a later one over LTE, because the unit had to keep it', async () => {
    const unit = await here(PINGED_LONG_AGO);
    await ping(unit, 1, { lte: true });
    await ping(unit, 4, { lte: false });
    await react();
    expect(await isListed('consistent3GPings', unit, { pingCount: 1 })).toBe(false);
    await ping(unit, 0.5, { lte: false });
    await react();
    expect(await rowsOf('consistent3GPings', unit, { pingCount: 1 })).toMatchObject([{ facts: { count: 1 } }]);
  });

  it('counts 3G pings since the last one over LTE in whatever order they come', async () => {
    const pings = [
      { hours: 5, lte: false },
      { hours: 4, lte: true },
      { hours: 3, lte: true },
      { hours: 2, lte: false },
      { hours: 1, lte: false },
    ];
    const orders = [
      [4, 3, 2, 1, 0],
      [3, 2, 0, 4, 1],
      [1, 3, 0, 4, 2],
      [2, 4, 0, 1, 3],
      [0, 4, 3, 2, 1],
    ];
    for (const order of orders) {
      const unit = await here(PINGED_LONG_AGO);
      for (const index of order) {
        await ping(unit, pings[index]!.hours, { lte: pings[index]!.lte });
        await react();
      }
      const rows = await rowsOf('consistent3GPings', unit, { pingCount: 1 });
      expect(rows, order.join()).toMatchObject([{ facts: { count: 2 } }]);
    }
  });
});

describe('the reports of events and changes', () => {
  it('lists held-back events for engineers only, within the dates [P3-A16 P3-C22]', async () => {
    const unit = await here();
    await event(unit, 5, { eventType: 'Event 101', receivedAt: instant(TODAY - 2 * HOUR) });
    await react();
    const range = { startDate: instant(TODAY - 5 * DAY), endDate: instant(TODAY) };
    expect(await rowsOf('contingency', unit, range, engineer)).toMatchObject([{ facts: { minutesLate: 180 } }]);
    const staff = await aUser({ dealer: 220, flags: ['REPORTS'] });
    expect((await call(reports.contingency, { ...range, as: staff })).status).toBe(403);
  });

  it('lists each change of a phone number once, of all units or of one [P3-C24]', async () => {
    const unit = await here();
    const { UnitSerNum } = unit;
    await UnitEntity.patch({ UnitSerNum }).set({ MSISDN1: '15550001111' }).go();
    await UnitEntity.patch({ UnitSerNum }).set({ MSISDN1: '15550002222' }).go();
    await react();
    const rows = await rowsOf('phoneChanges', unit, { UnitSerNum });
    expect(rows.map(({ facts }) => facts.to).sort()).toEqual(['15550001111', '15550002222']);
    expect(await rowsOf('phoneChanges', unit)).toHaveLength(2);
  });

  it('lists an accessory with a low battery until it has a new one [P3-C14]', async () => {
    const unit = await here();
    const reading = { UnitSerNum: unit.UnitSerNum, zone: 3, RFCode: 'AB12', state: 'heard', at: instant(TODAY - HOUR) };
    await ZoneReadingEntity.put({ ...reading, order: '1', batteryLow: true }).go();
    await react();
    expect(await rowsOf('lowRfBattery', unit)).toMatchObject([{ facts: { zone: 3, RFCode: 'AB12' } }]);
    await ZoneReadingEntity.put({ ...reading, at: instant(TODAY), order: '2', batteryLow: false }).go();
    await react();
    expect(await isListed('lowRfBattery', unit)).toBe(false);
  });

  it('lists the accessory that is in the zone, if that one has a low battery too, and none once it was deleted', async () => {
    const unit = await here();
    const reading = { UnitSerNum: unit.UnitSerNum, zone: 3, RFCode: 'AB12', batteryLow: true };
    await ZoneReadingEntity.put({ ...reading, state: 'heard', at: instant(TODAY - 3 * HOUR), order: '1' }).go();
    await ZoneReadingEntity.put({
      ...{ ...reading, RFCode: 'CD34', state: 'heard' },
      ...{ at: instant(TODAY - 2 * HOUR), order: '2' },
    }).go();
    await react();
    expect(await rowsOf('lowRfBattery', unit)).toMatchObject([{ facts: { zone: 3, RFCode: 'CD34' } }]);
    await ZoneReadingEntity.put({
      ...{ ...reading, RFCode: 'CD34', state: 'deleted' },
      ...{ at: instant(TODAY - HOUR), order: '3' },
    }).go();
    await react();
    expect(await isListed('lowRfBattery', unit)).toBe(false);
  });

  it('lists units with caregivers for holders of CAREGIVER only [P3-A20 P3-C23]', async () => {
    const unit = await here();
    const { UnitSerNum, DealerKey } = unit;
    const [UserKey, CustomerKey] = ['01J00000000000000000000001', '01J00000000000000000000002'];
    await CaregiverEntity.put({
      ...{ UserKey, DealerKey, UniqueIdentifier: 'ABCDEFGHIJ', Name: 'Kim', emails: ['kim@example.com'], version: 1 },
      CaregiverUnits: [UnitSerNum],
    }).go();
    await UnitCustomerEntity.put({ UnitSerNum, DealerKey, CustomerKey, version: 1 } as never).go();
    await AssignmentEntity.put({ UnitSerNum, UserKey, DealerKey, CustomerKey, UserType: 'caregiver' }).go();
    await react();
    expect(await rowsOf('caregivers', unit)).toMatchObject([{ facts: { caregiver: 'Kim', type: 'Caregiver' } }]);
    await CaregiverEntity.patch({ UserKey }).set({ Name: 'Kim Again' }).go();
    await react();
    expect(await rowsOf('caregivers', unit)).toMatchObject([{ facts: { caregiver: 'Kim Again' } }]);
    await AssignmentEntity.delete({ UnitSerNum, UserKey }).go();
    await react();
    expect(await isListed('caregivers', unit)).toBe(false);
    const other = await aUser({ dealer: 220, flags: ['REPORTS'] });
    expect((await call(reports.caregivers, { as: other })).status).toBe(403);
  });
});

describe('the reports of what is true of a unit', () => {
  const lastPing = { lastPingTime: instant(TODAY - HOUR), pingReason: 'Scheduled', acPower: true, lowpower: true };

  it('lists bad power modules by power status until they are sound [P3-B54 P3-C16]', async () => {
    const unit = await here();
    const { UnitSerNum } = unit;
    const input = { FailureType: 'BadPowerModules' };
    await UnitEntity.patch({ UnitSerNum }).set({ lastPing }).go();
    await react();
    const listed = (PowerStatus: string) => isListed('unitErrors', unit, { ...input, PowerStatus });
    expect([await listed('Powered On'), await listed('Powered Off'), await listed('On & Off')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(await isListed('unitErrors', unit, input)).toBe(true);
    await UnitEntity.patch({ UnitSerNum })
      .set({ lastPing: { ...lastPing, switchPosition: 'Off' } })
      .go();
    await react();
    expect([await listed('Powered On'), await listed('Powered Off'), await listed('On & Off')]).toEqual([
      false,
      true,
      true,
    ]);
    await UnitEntity.patch({ UnitSerNum })
      .set({ lastPing: { ...lastPing, lowpower: false } })
      .go();
    await react();
    expect(await listed('On & Off')).toBe(false);
  });

  it('counts each failed download once, and lists the unit until the count is reset [P3-E20]', async () => {
    const unit = await here({ UnitStatus: 9 });
    const { UnitSerNum } = unit;
    const message = { receivedAt: TODAY, UnitSerNum, kind: 'report', messageType: 'download', raw: '00' };
    const failed = (id: string) =>
      protocolLogStore.record({
        ...message,
        id,
        content: { type: 'download', MessageType: 'FIRMVER', stage: 'failed' },
      });
    await failed('d-1');
    await react();
    await react();
    const first = await rowsOf('unitErrors', unit, { PowerStatus: 'On & Off' });
    expect(first).toMatchObject([{ facts: { failures: 1 } }]);
    await failed('d-2');
    await react();
    await react();
    for (const type of [{}, { FailureType: 'ErrorCountMax' }, { FailureType: 'Events' }])
      expect(await rowsOf('unitErrors', unit, { ...type, PowerStatus: 'On & Off' })).toMatchObject([
        { facts: { failures: 2 } },
      ]);
    await UnitEntity.patch({ UnitSerNum }).set({ downloadFail: 0 }).go();
    await react();
    expect(await isListed('unitErrors', unit)).toBe(false);
  });

  it('lists units that wait for voice calls [P3-C25]', async () => {
    const unit = await here();
    await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ ICCID1State: 36 }).go();
    await react();
    expect(await isListed('pendingVoice', unit, { PowerStatus: 'On & Off' })).toBe(true);
    await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ ICCID1State: 14 }).go();
    await react();
    expect(await isListed('pendingVoice', unit, { PowerStatus: 'On & Off' })).toBe(false);
  });
});

describe('a row of the report of bad power modules', () => {
  const input = { FailureType: 'BadPowerModules', PowerStatus: 'On & Off' };
  async function aBadUnit(dealer = 220) {
    const unit = await here({ dealer, tcpFail: 7 });
    const fact = { subject: '', at: instant(TODAY), facts: { power: 'Powered On' } };
    await recordFact(unit.UnitSerNum, badPowerModules, fact, TODAY);
    return unit;
  }

  it('is hidden once it is removed, which resets the error state and sets the download failure [P3-C18 P3-S01 P3-S02]', async () => {
    const unit = await aBadUnit();
    const { UnitSerNum } = unit;
    expect(await isListed('unitErrors', unit, input)).toBe(true);
    await ask(reports.removeFromReport, { UnitSerNum, as: user });
    expect(await isListed('unitErrors', unit, input)).toBe(false);
    const { data } = await UnitEntity.get({ UnitSerNum }).go();
    expect(data).toMatchObject({ tcpFail: 0, downloadFail: 1 });
    expect((await call(reports.removeFromReport, { UnitSerNum, as: user })).status).toBe(409);
    expect((await call(reports.removeFromReport, { UnitSerNum, as: beside })).status).toBe(404);
  });

  it('is hidden once a mail about it is sent to the contacts of its dealer [P3-C19 P3-S03]', async () => {
    const unit = await aBadUnit();
    const mail = { dealerKey: 220, exceptions: [unit.UnitSerNum] };
    expect((await call(reports.mailBadPowerModules, { ...mail, as: user })).status).toBe(409);
    expect(await isListed('unitErrors', unit, input)).toBe(true);
    await withContact(220, 'watch@dealer.example');
    expect(await ask(reports.mailBadPowerModules, { ...mail, as: user })).toEqual({ mailed: [unit.UnitSerNum] });
    expect(await isListed('unitErrors', unit, input)).toBe(false);
    await react();
    expect(await mailsTo('watch@dealer.example')).toHaveLength(1);
    expect((await call(reports.mailBadPowerModules, { ...mail, dealerKey: 22, as: above })).status).toBe(404);

    const other = await aBadUnit();
    const again = { dealerKey: 220, exceptions: [unit.UnitSerNum, other.UnitSerNum], as: user };
    expect(await ask(reports.mailBadPowerModules, again)).toEqual({ mailed: [other.UnitSerNum] });
    expect((await call(reports.mailBadPowerModules, again)).status).toBe(409);
  });

  it('is not mailed together with a unit of another dealer', async () => {
    const [own, below] = [await aBadUnit(), await aBadUnit(2201)];
    const mail = { dealerKey: 220, exceptions: [own.UnitSerNum, below.UnitSerNum], as: user };
    expect((await call(reports.mailBadPowerModules, mail)).status).toBe(404);
    for (const unit of [own, below]) expect(await isListed('unitErrors', unit, input)).toBe(true);
  });

  it('is not removed once the power of its unit is sound', async () => {
    const { UnitSerNum, ...unit } = await here({ tcpFail: 7 });
    const pinged = async (lowpower: boolean) => {
      const lastPing = { lastPingTime: instant(TODAY - HOUR), pingReason: 'Scheduled', acPower: true, lowpower };
      await UnitEntity.patch({ UnitSerNum }).set({ lastPing }).go();
      await react();
      return isListed('unitErrors', { UnitSerNum, ...unit }, input);
    };
    expect([await pinged(true), await pinged(false)]).toEqual([true, false]);
    expect((await call(reports.removeFromReport, { UnitSerNum, as: user })).status).toBe(409);
    expect((await UnitEntity.get({ UnitSerNum }).go()).data).toMatchObject({ tcpFail: 7 });
  });
});

async function withContact(DealerKey: number, address: string): Promise<void> {
  const notificationSettings = [{ SettingName: 'Bad Power Module Email', SettingValue: address }];
  await DealerListsEntity.put({ DealerKey, lists: { notificationSettings }, version: 1 }).go();
  await ContactEntity.put({ DealerKey, address, confirmedAt: instant(TODAY) }).go();
}

describe('the dealer of a report', () => {
  it('is chosen by users of dealer 1 only [P1-A18 P3-A18]', async () => {
    const unit = await here();
    await event(unit, 3, { eventType: 'Test of data', detail: 'Failed' });
    await react();
    expect(await isListed('failedDataTests', unit, { DealerKey: 220 }, engineer)).toBe(true);
    expect(await isListed('failedDataTests', unit, { DealerKey: 49 }, engineer)).toBe(false);
    expect((await call(reports.failedDataTests, { DealerKey: 220, as: above })).status).toBe(404);
  });
});

describe('activity', () => {
  it('has the steps of the days with pings, of the last 30 days by default [P2-C37 P2-K31 P3-C42 P3-C43 P3-K29 P3-K32]', async () => {
    const unit = await here({ UnitModel: 'myConnect Air' });
    const { UnitSerNum } = unit;
    for (const [hours, steps] of [
      [3, 800],
      [5, 300],
      [30, 1000],
      // The first day of the thirty, and the one before.
      [29 * 24, 70],
      [30 * 24, 5000],
      [150 * 24, 40],
    ] as const)
      await ping(unit, hours, { steps });
    await react();
    expect(await ask(reports.stepsSummary, { UnitSerNum, as: user })).toMatchObject({
      total: 1870,
      mostRecent: { MessageTime: instant(TODAY - 3 * HOUR), steps: 800 },
    });
    const { days } = await ask(reports.deviceActivity, { UnitSerNum, as: user });
    expect(days.map(({ steps, pings }) => [steps, pings])).toEqual([
      [70, 1],
      [1000, 1],
      [800, 2],
    ]);
    const stepsIn = async (range: '30 days' | '3 months' | '6 months') => {
      const { buckets } = await ask(reports.stepsSummaryAdvanced, { UnitSerNum, view: 'Monthly', range, as: user });
      return buckets.reduce((sum, { steps }) => sum + steps, 0);
    };
    const daysIn = async (range: '30 days' | '3 months' | '6 months') => {
      const answer = await ask(reports.deviceActivity, { UnitSerNum, range, as: user });
      return answer.days.reduce((sum, { steps }) => sum + steps, 0);
    };
    for (const sumIn of [stepsIn, daysIn])
      expect([await sumIn('30 days'), await sumIn('3 months'), await sumIn('6 months')]).toEqual([1870, 6870, 6910]);
    expect((await call(reports.stepsSummary, { UnitSerNum, as: beside })).status).toBe(404);
  });

  it('of a moved unit begins with the day after the move, for those who do not see the former dealer', async () => {
    const formerDealers = [{ DealerKey: 49, until: instant(TODAY - 24 * HOUR) }];
    const unit = await here({ UnitModel: 'myConnect Air', formerDealers });
    for (const [hours, steps] of [
      [25, 100],
      [23, 200],
      [1, 300],
    ] as const)
      await ping(unit, hours, { steps });
    await react();
    const daysFor = async (as: UserRecord) =>
      (await ask(reports.deviceActivity, { UnitSerNum: unit.UnitSerNum, as })).days.length;
    expect([await daysFor(user), await daysFor(engineer)]).toEqual([1, 2]);
  });

  it('refuses days before there were units, and has none in the far future', async () => {
    const { UnitSerNum } = await here({ UnitModel: 'myConnect Air' });
    for (const EndDate of ['0000-01-05', '1999-12-31'])
      expect(await call(reports.stepsSummaryAdvanced, { UnitSerNum, EndDate, as: user })).toMatchObject({
        status: 422,
      });
    const far = { UnitSerNum, EndDate: '9999-12-31', as: user };
    expect((await ask(reports.stepsSummaryAdvanced, far)).summary.total).toBe(0);
    expect((await ask(reports.deviceActivity, far)).days).toEqual([]);
  });

  it('has the present day of UTC, though it is the day before at the reader', async () => {
    const unit = await here({ UnitModel: 'myConnect Air' });
    const { UnitSerNum } = unit;
    await ping(unit, -7.5, { steps: 12 });
    await react();
    setClock(TODAY + 8 * HOUR);
    expect(await ask(reports.stepsSummary, { UnitSerNum, dateOffset: 300, as: user })).toMatchObject({ total: 12 });
  });
});

it('a report tells the new dealer of a unit what is still true of the unit, since the move', async () => {
  const unit = await here();
  const pending = { PowerStatus: 'On & Off' };
  await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ ICCID1State: 36 }).go();
  await react();
  expect(await isListed('pendingVoice', unit, pending, beside)).toBe(false);
  setClock(TODAY + HOUR);
  await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go();
  await react();
  expect(await rowsOf('pendingVoice', unit, pending, beside)).toMatchObject([{ at: instant(TODAY + HOUR) }]);
  expect(await isListed('pendingVoice', unit, pending, user)).toBe(false);
  expect(await isListed('pendingVoice', unit, pending, engineer)).toBe(true);
});

it('a battery that is low and a ping that is missed are in the reports of the next dealer until that is over', async () => {
  const unit = await here({ UnitModel: 'myConnect', ...PINGED_LONG_AGO });
  const { UnitSerNum } = unit;
  const battery = (hours: number, batteryLow: boolean) =>
    ZoneReadingEntity.put({
      ...{ UnitSerNum, zone: 3, RFCode: 'AB12', state: 'heard', batteryLow },
      ...{ at: instant(TODAY - hours * HOUR), order: instant(TODAY - hours * HOUR) },
    }).go();
  await battery(9, true);
  await event(unit, 8, { eventType: 'Test of data', detail: 'Failed' });
  await settleFacets(UnitSerNum, TODAY);
  await react();
  const listed = async (as: UserRecord) => {
    const names = ['lowRfBattery', 'failedPings', 'failedDataTests'] as const;
    return Promise.all(names.map((name) => isListed(name, unit, {}, as)));
  };
  expect(await listed(user)).toEqual([true, true, true]);
  await UnitEntity.patch({ UnitSerNum }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go();
  await react();
  expect(await listed(beside)).toEqual([true, true, false]);
  expect(await listed(user)).toEqual([false, false, false]);
  await battery(1, false);
  await ping(unit, 0, {});
  await settleFacets(UnitSerNum, TODAY);
  await react();
  expect(await listed(beside)).toEqual([false, false, false]);
});
