import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { caregivers } from '#core/caregivers/contract.ts';
import { history } from '#core/history/contract.ts';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import { units } from '#core/units/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { recordReportedChange } from '#data/history/change-log.ts';
import { DayCountEntity } from '#data/history/day-counts.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { ask } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { throttleWrites } from '#support/table-faults.ts';

let user: UserRecord;
beforeAll(async () => {
  await someDealers();
  user = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
});

const logged = (at: number, sequence = 1) => ({ timeStamp: instant(at), receivedAt: instant(at), sequence });
const ping = (UnitSerNum: string, id: string, at: number) =>
  unitLogStore.recordPing(UnitSerNum, id, { ...logged(at), pingReason: 'Scheduled' });

const timeline = (id: string, from: number, to: number, timeZone = 'UTC', as = user) =>
  ask(history.timeline, { id, startDate: instant(from), endDate: instant(to), timeZone, as });

const NOON = Date.parse('2026-11-20T12:00:00.000Z');

describe('the timeline of a unit', () => {
  it('counts each entry in its hour, however often and in whatever order it arrives', async () => {
    setClock(TODAY);
    const { UnitSerNum } = await aUnit();
    const pings = [1, 2, 3].map((minute) => () => ping(UnitSerNum, `1-${minute}`, NOON + minute * MINUTE));
    await Promise.all([...pings, ...pings].map((send) => send()));
    for (const send of pings.toReversed()) await send();
    await unitLogStore.recordEvent(UnitSerNum, '1-4', { ...logged(NOON + 4 * MINUTE), eventType: 'Event 101' });
    await ping(UnitSerNum, '1-5', NOON + HOUR);
    const { size, buckets } = await timeline(UnitSerNum, NOON - DAY, NOON + DAY);
    expect(size).toBe('hour');
    expect(buckets).toEqual([
      { start: instant(NOON), counts: { ping: 3, event: 1 } },
      { start: instant(NOON + HOUR), counts: { ping: 1 } },
    ]);
  });

  it('counts a ping that was stored before the table failed', async () => {
    setClock(TODAY);
    const { UnitSerNum } = await aUnit();
    throttleWrites('UpdateItemCommand', 1000);
    onTestFinished(() => void throttleWrites('UpdateItemCommand', 0));
    await expect(ping(UnitSerNum, '1-1', NOON)).rejects.toThrow(/Not now/);
    throttleWrites('UpdateItemCommand', 0);
    expect((await timeline(UnitSerNum, NOON, NOON + HOUR)).buckets).toEqual([]);
    await ping(UnitSerNum, '1-1', NOON);
    expect((await timeline(UnitSerNum, NOON, NOON + HOUR)).buckets).toEqual([
      { start: instant(NOON), counts: { ping: 1 } },
    ]);
  });

  it('counts changes by people and by the unit, once', async () => {
    setClock(NOON);
    const unit = await aUnit({ Report: 1 });
    const { UnitSerNum } = unit;
    const stream = await aStreamReader();
    await ask(units.setReporting, { UnitSerNum, Report: 0, as: user });
    await ask(units.setReporting, { UnitSerNum, Report: 1, as: user });
    await recordReportedChange(unit, {
      id: '1-8',
      at: NOON,
      action: 'report accessory',
      after: { zone: 3, RFCode: 'A1B2', state: 'added' },
    });
    await follow(await stream.next(), { times: 2 });
    const { buckets } = await timeline(UnitSerNum, NOON - HOUR, NOON + HOUR);
    expect(buckets.map(({ counts }) => counts)).toEqual([{ user: 2, accessory: 1 }]);
  });

  it('counts changes of the customer for those who see customers only', async () => {
    setClock(NOON);
    const { UnitSerNum } = await aUnit({ Report: 1 });
    const hidden = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'HIDE_CUSTOMER'] });
    const stream = await aStreamReader();
    const HomeAddress = { Address1: '1 Main St', City: 'Denver', State: 'CO', Zip: '80201', Country: 'USA' };
    const { CustomerKey: key } = await ask(caregivers.saveCustomer, { UnitSerNum, HomeAddress, as: user });
    setClock(NOON + HOUR);
    await ask(units.setReporting, { UnitSerNum, Report: 0, as: user });
    await ask(caregivers.deleteCustomer, { UnitSerNum, key, as: user });
    await follow(await stream.next(), { times: 2 });
    const countsFor = async (as: UserRecord) =>
      (await timeline(UnitSerNum, NOON - HOUR, NOON + 2 * HOUR, 'UTC', as)).buckets.map(({ counts }) => counts);
    expect(await countsFor(user)).toEqual([{ user: 1 }, { user: 2 }]);
    expect(await countsFor(hidden)).toEqual([{ user: 1 }]);
  });

  it('is by days and months of the zone of the person', async () => {
    setClock(TODAY);
    const { UnitSerNum } = await aUnit();
    for (const [index, time] of ['2026-10-31T20:00:00Z', '2026-11-01T04:00:00Z', '2026-11-19T12:00:00Z'].entries())
      await ping(UnitSerNum, `1-${index}`, Date.parse(time));
    const months = await timeline(UnitSerNum, TODAY - 5 * 365 * DAY, TODAY, 'America/Denver');
    expect(months).toEqual({
      size: 'month',
      buckets: [
        { start: '2026-10-01T06:00:00.000Z', counts: { ping: 2 } },
        { start: '2026-11-01T06:00:00.000Z', counts: { ping: 1 } },
      ],
    });
    const days = await timeline(UnitSerNum, TODAY - 40 * DAY, TODAY, 'America/Denver');
    expect(days.buckets.map(({ start }) => start)).toEqual(['2026-10-31T06:00:00.000Z', '2026-11-19T07:00:00.000Z']);
  });

  it('shows the numbers of pings that are kept no more', async () => {
    setClock(TODAY);
    const { UnitSerNum } = await aUnit();
    const old = TODAY - 4 * 365 * DAY;
    await ping(UnitSerNum, '1-1', old);
    const { buckets } = await timeline(UnitSerNum, old - DAY, old + DAY);
    expect(buckets.map(({ counts }) => counts)).toEqual([{ ping: 1 }]);
  });

  it('reads a day of each unit as one small item', async () => {
    setClock(TODAY);
    const { UnitSerNum } = await aUnit();
    for (let hour = 0; hour < 24; hour++) await ping(UnitSerNum, `1-${hour}`, NOON - (NOON % DAY) + hour * HOUR);
    const { data } = await DayCountEntity.query.byUnit({ UnitSerNum }).go();
    expect(data).toHaveLength(1);
  });
});
