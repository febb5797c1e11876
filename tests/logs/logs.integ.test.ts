import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formerDealersAfter } from '#core/history/visible-from.ts';
import { logs } from '#core/logs/contract.ts';
import { DAY, HOUR, instant } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { UnitEntity } from '#data/units/units.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

let user: UserRecord;
beforeAll(async () => {
  await someDealers();
  user = await aUser({ dealer: 22, flags: ['UNIT_VIEW'] });
});
beforeEach(() => setClock(TODAY));

const RANGE = { startDate: instant(TODAY - 2 * DAY), endDate: instant(TODAY) };
const at = (time: number, sequence = 1) => ({ timeStamp: instant(time), receivedAt: instant(time), sequence });

async function aLoggedUnit(overrides: Parameters<typeof aUnit>[0] = {}) {
  const unit = await aUnit(overrides);
  const { UnitSerNum } = unit;
  for (const hours of [1, 2, 3, 60]) {
    const logged = at(TODAY - hours * HOUR, hours);
    await unitLogStore.recordPing(UnitSerNum, `1-${hours}`, { ...logged, pingReason: 'Scheduled' });
    await unitLogStore.recordEvent(UnitSerNum, `2-${hours}`, { ...logged, eventType: 'Event 101', zone: hours });
    await unitLogStore.recordCall(UnitSerNum, `3-${hours}`, {
      ...logged,
      direction: 'outgoing',
      outcome: 'answered',
      startedAt: logged.timeStamp,
      durationSeconds: 60,
    });
  }
  return unit;
}

const sequences = (rows: readonly { sequence: number }[]) => rows.map(({ sequence }) => sequence);

describe('the ping log', () => {
  it('has the pings of one unit in a range, the newest first, page by page [P3-B11 P3-C27 P3-S08]', async () => {
    const { UnitSerNum, UnitModel } = await aLoggedUnit();
    const first = await ask(logs.pingLog, { unitID: UnitSerNum, ...RANGE, pageSize: 2, as: user });
    expect(first).toMatchObject({ UnitSerNum, UnitModel, noResults: false, multipleUnits: [] });
    expect(sequences(first.pingLog)).toEqual([1, 2]);
    const second = await ask(logs.pingLog, { UnitSerNum, ...RANGE, pageSize: 2, cursor: first.cursor!, as: user });
    expect(sequences(second.pingLog)).toEqual([3]);
    expect(second.cursor).toBeNull();
  });

  it('can have only the pings that failed at first [P3-B23]', async () => {
    const { UnitSerNum } = await aLoggedUnit();
    const late = { ...at(TODAY - 5 * HOUR, 99), receivedAt: instant(TODAY - 4 * HOUR) };
    await unitLogStore.recordPing(UnitSerNum, '1-99', { ...late, pingReason: 'Scheduled' });
    const { pingLog } = await ask(logs.pingLog, { UnitSerNum, ...RANGE, showOnlyFailed: 'Show Failed', as: user });
    expect(sequences(pingLog)).toEqual([99]);
  });

  it('says that there are no results [P3-S05]', async () => {
    const { UnitSerNum } = await aUnit();
    expect(await ask(logs.pingLog, { UnitSerNum, ...RANGE, as: user })).toMatchObject({ noResults: true, pingLog: [] });
  });

  it('offers the units that match, if several do [P3-B25 P3-S07]', async () => {
    for (const number of [1, 2]) await aUnit({ UnitSerNum: `LGP00${number}` });
    const { multipleUnits, pingLog, noResults } = await ask(logs.pingLog, { unitID: 'LGP', ...RANGE, as: user });
    expect(multipleUnits.map(({ UnitSerNum }) => UnitSerNum)).toEqual(['LGP001', 'LGP002']);
    expect({ pingLog, noResults }).toEqual({ pingLog: [], noResults: false });
  });

  it('offers at most 20 units, and says that there are more', async () => {
    for (let number = 10; number < 31; number++) await aUnit({ UnitSerNum: `LGN0${number}` });
    const many = await ask(logs.pingLog, { unitID: 'LGN', ...RANGE, as: user });
    expect([many.multipleUnits.length, many.moreUnits]).toEqual([20, true]);
    const few = await ask(logs.pingLog, { unitID: 'LGN01', ...RANGE, as: user });
    expect([few.multipleUnits.length, few.moreUnits]).toEqual([10, false]);
  });

  it('is that of the serial number, though it is the unit ID of another unit', async () => {
    const { UnitSerNum } = await aLoggedUnit({ UnitSerNum: 'LGS001' });
    await aUnit({ UnitSerNum: 'LGS002', UnitLineID: '', UnitID: 'LGS001' });
    const either = await ask(logs.pingLog, { unitID: 'LGS001', ...RANGE, as: user });
    expect(either.multipleUnits).toHaveLength(2);
    const one = await ask(logs.pingLog, { unitID: 'LGS001', UnitSerNum, ...RANGE, as: user });
    expect(one).toMatchObject({ UnitSerNum, multipleUnits: [] });
  });

  it('of an unknown unit, or of one of another dealer, is not found in the words of its log [P3-M03 P3-M06]', async () => {
    await aUnit({ UnitSerNum: 'LGX001', dealer: 49 });
    for (const unit of ['LGX001', 'ZZZZZZ']) {
      const range = { ...RANGE, as: user };
      const longer =
        'Could not find unit with this Unit ID or Serial Number. Please double check your input and try again.';
      for (const [answer, message] of [
        [await call(logs.pingLog, { unitID: unit, ...range }), 'Could not find unit'],
        [await call(logs.pingLog, { UnitSerNum: unit, ...range }), 'Could not find unit'],
        [await call(logs.eventLog, { searchText: unit, ...range }), longer],
        [await call(logs.exportEvents, { UnitSerNum: unit, ...range }), longer],
        [await call(logs.callMetrics, { unit, ...range }), longer],
      ] as const)
        expect(answer).toMatchObject({ status: 404, body: { message } });
    }
  });
});

describe('the event log', () => {
  const wanted = async (UnitSerNum: string, choice: object) =>
    (await ask(logs.eventLog, { UnitSerNum, ...RANGE, ...choice, as: user })).eventLog.map(
      ({ EventName }) => EventName,
    );

  it('has the events of one unit, with or without supervisory signals and disabled events [P3-B12 P3-C28]', async () => {
    const { UnitSerNum } = await aLoggedUnit();
    await unitLogStore.recordEvent(UnitSerNum, '2-70', { ...at(TODAY - 10 * HOUR), eventType: 'Event 602' });
    const disabled = { ...at(TODAY - 11 * HOUR), eventType: 'Event 130', disabled: true };
    await unitLogStore.recordEvent(UnitSerNum, '2-71', disabled);
    const help = Array(3).fill('Help button');
    expect(await wanted(UnitSerNum, {})).toEqual([...help, 'Periodic test', 'Intrusion']);
    expect(await wanted(UnitSerNum, { showSupervisorySignals: 'false' })).toEqual([...help, 'Intrusion']);
    expect(await wanted(UnitSerNum, { showDisabledEvents: 'false' })).toEqual([...help, 'Periodic test']);
  });

  it('is exported whole, page by page [P3-C29]', async () => {
    const { UnitSerNum, UnitModel } = await aLoggedUnit();
    const first = await ask(logs.exportEvents, { UnitSerNum, ...RANGE, pageSize: 2, as: user });
    const rest = await ask(logs.exportEvents, { UnitSerNum, ...RANGE, cursor: first.cursor!, as: user });
    expect(sequences([...first.items, ...rest.items])).toEqual([1, 2, 3]);
    expect(first.items[0]).toMatchObject({ EventName: 'Help button', EventCode: 101, UnitModel, UnitSerNum });
    expect(rest.cursor).toBeNull();
  });
});

it('the call metrics log has the calls of one unit, or the units that match [P3-B13 P3-B49 P3-C30]', async () => {
  const { UnitSerNum } = await aLoggedUnit({ UnitSerNum: 'LGC001' });
  await aUnit({ UnitSerNum: 'LGC002' });
  const { callMetrics } = await ask(logs.callMetrics, { unit: 'lgc001', ...RANGE, as: user });
  expect(sequences(callMetrics)).toEqual([1, 2, 3]);
  const { multipleUnits } = await ask(logs.callMetrics, { unit: 'LGC', ...RANGE, as: user });
  expect(multipleUnits).toHaveLength(2);
  expect(await ask(logs.callMetrics, { unit: 'LGC', UnitSerNum, ...RANGE, as: user })).toMatchObject({ UnitSerNum });
});

it('the logs of a moved unit begin with the move, for those who do not see the former dealer', async () => {
  const { UnitSerNum } = await aLoggedUnit({ dealer: 49 });
  await UnitEntity.patch({ UnitSerNum })
    .set({ formerDealers: formerDealersAfter({ DealerKey: 22 }, TODAY - 2.5 * HOUR) })
    .go();
  const present = await aUser({ dealer: 49, flags: ['REPORTS'] });
  const asked = { UnitSerNum, ...RANGE, as: present };
  const pings = await ask(logs.pingLog, asked);
  const events = await ask(logs.eventLog, asked);
  const exported = await ask(logs.exportEvents, asked);
  const calls = await ask(logs.callMetrics, { ...asked, unit: UnitSerNum });
  for (const rows of [pings.pingLog, events.eventLog, exported.items, calls.callMetrics])
    expect(sequences(rows)).toEqual([1, 2]);
});
