import { beforeAll, describe, expect, it } from 'vitest';
import { history } from '#core/history/contract.ts';
import { DAY, HOUR, instant } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { UnitEntity } from '#data/units/units.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { meetTransactions } from '#support/table-faults.ts';

let user: UserRecord;
beforeAll(async () => {
  await someDealers();
  user = await aUser({ dealer: 22, flags: ['UNIT_VIEW'] });
});

const aPing = (at: number, sequence: number) => ({
  timeStamp: instant(at),
  receivedAt: instant(at),
  sequence,
  pingReason: 'Scheduled',
});

/** A unit with a ping every five days for 90 days, the last one today. */
async function aLoggedUnit() {
  const { UnitSerNum } = await aUnit();
  const times = Array.from({ length: 19 }, (_, index) => TODAY - index * 5 * DAY);
  for (const [index, at] of times.entries()) await unitLogStore.recordPing(UnitSerNum, `1-${index}`, aPing(at, index));
  return { id: UnitSerNum, times: times.map(instant) };
}

async function pagesOf(input: { id: string; startDate: string; endDate: string; pageSize: number }) {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const page: { items: { timeStamp: string }[]; cursor: string | null } = await ask(history.pingLog, {
      ...input,
      ...(cursor !== null && { cursor }),
      as: user,
    });
    pages.push(page.items.map(({ timeStamp }) => timeStamp));
    cursor = page.cursor;
  } while (cursor !== null);
  return pages;
}

describe('the ping log of a unit', () => {
  it('returns every ping of a range once, newest first, across months [P2-C61]', async () => {
    setClock(TODAY);
    const { id, times } = await aLoggedUnit();
    const range = { id, startDate: instant(TODAY - 90 * DAY), endDate: instant(TODAY) };
    for (const pageSize of [1, 4, 18, 19, 20]) {
      const pages = await pagesOf({ ...range, pageSize });
      expect(pages.flat()).toEqual(times);
      expect(pages.slice(0, -1).every((page) => page.length === pageSize)).toBe(true);
      expect(pages.at(-1)!.length).toBeGreaterThan(0);
    }
  });

  it('includes the ends of the range', async () => {
    setClock(TODAY);
    const { id, times } = await aLoggedUnit();
    const [first, , third] = times as [string, string, string];
    expect(await pagesOf({ id, startDate: third, endDate: first, pageSize: 10 })).toEqual([times.slice(0, 3)]);
    const inside = { startDate: instant(Date.parse(third) + 1), endDate: instant(Date.parse(first) - 1) };
    expect(await pagesOf({ id, ...inside, pageSize: 10 })).toEqual([times.slice(1, 2)]);
  });

  it('accepts a range of one moment, and refuses one that ends before it starts', async () => {
    setClock(TODAY);
    const { id, times } = await aLoggedUnit();
    const moment = times[3]!;
    expect(await pagesOf({ id, startDate: moment, endDate: moment, pageSize: 10 })).toEqual([[moment]]);
    const backwards = { id, startDate: moment, endDate: instant(Date.parse(moment) - 1), as: user };
    expect(await call(history.pingLog, backwards)).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'endDate', message: 'The end date lies before the start date' }] },
    });
  });

  it('separates pings of the same millisecond', async () => {
    setClock(TODAY);
    const { UnitSerNum } = await aUnit();
    for (const sequence of [1, 2, 3])
      await unitLogStore.recordPing(UnitSerNum, `7-${sequence}`, aPing(TODAY, sequence));
    const range = { id: UnitSerNum, startDate: instant(TODAY), endDate: instant(TODAY) };
    expect(await pagesOf({ ...range, pageSize: 2 })).toEqual([[instant(TODAY), instant(TODAY)], [instant(TODAY)]]);
  });

  it('shows nothing older than the retention, however early the range begins', async () => {
    setClock(TODAY);
    const { UnitSerNum } = await aUnit();
    await unitLogStore.recordPing(UnitSerNum, '1-1', aPing(TODAY - 401 * DAY, 1));
    await unitLogStore.recordPing(UnitSerNum, '1-2', aPing(TODAY - 399 * DAY, 2));
    const range = { id: UnitSerNum, startDate: '2017-01-01T00:00:00.000Z', endDate: '9999-12-31T00:00:00.000Z' };
    expect(await pagesOf({ ...range, pageSize: 10 })).toEqual([[instant(TODAY - 399 * DAY)]]);
  });

  it('returns cursors that are valid in their range only', async () => {
    setClock(TODAY);
    const { id, times } = await aLoggedUnit();
    const range = { id, startDate: times[10]!, endDate: times[0]!, as: user };
    const { cursor } = await ask(history.pingLog, { ...range, pageSize: 3 });
    const refused = { status: 422, body: { issues: [{ path: 'cursor' }] } };
    expect((await call(history.pingLog, { ...range, cursor: cursor! })).status).toBe(200);
    expect(await call(history.pingLog, { ...range, startDate: times[2]!, cursor: cursor! })).toMatchObject(refused);
    expect(await call(history.pingLog, { ...range, endDate: times[5]!, cursor: cursor! })).toMatchObject(refused);
  });
});

describe('a stored ping', () => {
  it('is stored once if it arrives twice, and is the last one of its unit', async () => {
    setClock(TODAY);
    const { UnitSerNum } = await aUnit({ lastPing: undefined, lastPingAt: undefined } as object);
    for (let times = 0; times < 2; times++) await unitLogStore.recordPing(UnitSerNum, '1-1', aPing(TODAY, 1));
    const { items } = await unitLogStore.pings(
      { UnitSerNum, startDate: instant(TODAY - DAY), endDate: instant(TODAY), pageSize: 10 },
      TODAY,
    );
    expect(items).toEqual([aPing(TODAY, 1)]);
    const { data } = await UnitEntity.get({ UnitSerNum }).go();
    expect(data?.lastPing).toEqual({ lastPingTime: instant(TODAY), pingReason: 'Scheduled' });
  });

  it('becomes the last one though transactions change its unit at that moment', async () => {
    const { UnitSerNum } = await aUnit({ lastPing: undefined, lastPingAt: undefined } as object);
    const asked = meetTransactions(2);
    await unitLogStore.recordPing(UnitSerNum, '1-1', aPing(TODAY, 1));
    // Twice in vain and once for the last ping, then once for the count.
    expect(asked()).toBe(4);
    const { data } = await UnitEntity.get({ UnitSerNum }).go();
    expect(data?.lastPingAt).toBe(instant(TODAY));
  });

  it('that arrives late does not become the last one', async () => {
    const { UnitSerNum } = await aUnit();
    await unitLogStore.recordPing(UnitSerNum, '1-2', aPing(TODAY + HOUR, 2));
    await unitLogStore.recordPing(UnitSerNum, '1-1', aPing(TODAY - HOUR, 1));
    const { data } = await UnitEntity.get({ UnitSerNum }).go();
    expect(data?.lastPing?.lastPingTime).toBe(instant(TODAY + HOUR));
    const pings = await unitLogStore.latestPings(UnitSerNum, 10, TODAY + HOUR);
    expect(pings.map(({ sequence }) => sequence)).toEqual([2, 1]);
  });
});

describe('the event log of a unit', () => {
  it('returns the events of a range, newest first, and no pings [P2-C62]', async () => {
    setClock(TODAY);
    const { UnitSerNum } = await aUnit();
    await unitLogStore.recordPing(UnitSerNum, '1-9', aPing(TODAY - HOUR, 9));
    for (const [index, eventType] of ['Emergency', 'Low Battery', 'Check In'].entries())
      await unitLogStore.recordEvent(UnitSerNum, `1-${index}`, {
        timeStamp: instant(TODAY - index * DAY),
        receivedAt: instant(TODAY),
        sequence: index,
        eventType,
        zone: 3,
      });
    const range = { id: UnitSerNum, startDate: instant(TODAY - DAY), endDate: instant(TODAY), as: user };
    const { items, cursor } = await ask(history.eventLog, range);
    expect(items.map(({ eventType }) => eventType)).toEqual(['Emergency', 'Low Battery']);
    expect(cursor).toBeNull();
  });
});
