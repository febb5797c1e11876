import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { history } from '#core/history/contract.ts';
import { formerDealersAfter } from '#core/history/visible-from.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { recordReportedChange } from '#data/history/change-log.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { lookupsOf, UnitLookupEntity } from '#data/units/unit-lookups.ts';
import { UnitEntity } from '#data/units/units.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { scopeOf } from '#support/world.ts';

/** In the middle of an hour, in which something happened before. */
const MOVED = TODAY - 5 * HOUR + 20 * MINUTE;
const RANGE = { startDate: instant(TODAY - 30 * DAY), endDate: instant(TODAY + DAY) };
const LOGS = [
  'pingLog',
  'eventLog',
  'callMetrics',
  'chlogUnit',
  'chlogRFMap',
  'chlogProfileUnitData',
  'getCombined',
] as const;

let root: UserRecord;
let former: UserRecord;
let present: UserRecord;
let id: string;

/** Every log has an entry before the move from dealer 220 to dealer 49, and one after it. */
beforeAll(async () => {
  await someDealers();
  root = await aUser({ dealer: 1 });
  former = await aUser({ dealer: 220 });
  present = await aUser({ dealer: 49 });
  const unit = await aUnit({ dealer: 220, Report: 1, MSISDN1: '15557770101' });
  id = unit.UnitSerNum;
  const fill = async (at: number, sequence: number, DealerKey: number, by: UserRecord) => {
    const logged = { timeStamp: instant(at), receivedAt: instant(at), sequence };
    await unitLogStore.recordPing(id, `1-${sequence}`, { ...logged, pingReason: 'Scheduled' });
    await unitLogStore.recordEvent(id, `2-${sequence}`, { ...logged, eventType: 'Event 101' });
    await unitLogStore.recordCall(id, `3-${sequence}`, {
      ...logged,
      direction: 'outgoing',
      outcome: 'answered',
      startedAt: instant(at),
      durationSeconds: 60,
      phoneNumber: '+15550100',
    });
    await recordReportedChange(
      { UnitSerNum: id, DealerKey },
      { id: `4-${sequence}`, at, action: 'report accessory', after: { zone: 1, RFCode: 'A1', state: 'added' } },
    );
    const now = (await UnitEntity.get({ UnitSerNum: id }).go({ consistent: true })).data!;
    await unitChangeStore.setReporting(scopeOf(by), now, sequence === 1 ? 0 : 1, at);
  };
  await fill(MOVED - 10 * MINUTE, 1, 220, former);
  const { dealerPath } = await aUnit({ dealer: 49 });
  await UnitEntity.patch({ UnitSerNum: id })
    .set({ DealerKey: 49, dealerPath, formerDealers: formerDealersAfter({ DealerKey: 220 }, MOVED) })
    .go();
  const moved = { ...unit, DealerKey: 49, dealerPath };
  await writeAll(
    lookupsOf(moved).map((one) => itemOf(UnitLookupEntity, one)),
    () => {},
  );
  await fill(MOVED + 2 * HOUR, 2, 49, present);
});
beforeEach(() => setClock(TODAY));

const countsOf = async (as: UserRecord) => {
  const pages = await Promise.all(LOGS.map((log) => call(history[log], { id, ...RANGE, as })));
  return Object.fromEntries(pages.map(({ body }, index) => [LOGS[index], body.items.length]));
};

describe('a unit that was moved to another dealer', () => {
  it('tells the new dealer nothing of what happened before', async () => {
    expect(await countsOf(present)).toEqual({
      pingLog: 1,
      eventLog: 1,
      callMetrics: 1,
      chlogUnit: 1,
      chlogRFMap: 1,
      chlogProfileUnitData: 0,
      getCombined: 5,
    });
    const { buckets, visibleFrom } = await ask(history.timeline, { id, ...RANGE, timeZone: 'UTC', as: present });
    expect(buckets).toEqual([{ start: expect.any(String), counts: { ping: 1, event: 1, call: 1 } }]);
    expect(visibleFrom).toBe(instant(MOVED));
  });

  it('keeps its history for those who see both dealers', async () => {
    expect(await countsOf(root)).toEqual({
      pingLog: 2,
      eventLog: 2,
      callMetrics: 2,
      chlogUnit: 2,
      chlogRFMap: 2,
      chlogProfileUnitData: 0,
      getCombined: 10,
    });
  });

  it('is no unit of the former dealer any more', async () => {
    for (const log of LOGS) expect((await call(history[log], { id, ...RANGE, as: former })).status).toBe(404);
    expect((await call(history.timeline, { id, ...RANGE, timeZone: 'UTC', as: former })).status).toBe(404);
  });

  it('has no entry in a range before the move, also with a cursor of somebody who sees more', async () => {
    const before = { id, startDate: RANGE.startDate, endDate: instant(MOVED - 1), as: present };
    for (const log of LOGS) expect((await call(history[log], before)).body).toEqual({ items: [], cursor: null });
    for (const endDate of [before.endDate, instant(MOVED - 3 * DAY)])
      expect((await ask(history.timeline, { ...before, endDate, timeZone: 'UTC' })).buckets).toEqual([]);
    const { cursor } = await ask(history.getCombined, { id, ...RANGE, pageSize: 5, as: root });
    expect((await call(history.getCombined, { id, ...RANGE, pageSize: 5, cursor: cursor!, as: present })).status).toBe(
      422,
    );
  });

  it('tells the monitoring centre of the new dealer no event from before', async () => {
    const operator = await aUser({ type: 4, dealer: 49, flags: [] });
    const { events } = await ask(monitoringCenters.recentEvents, {
      phoneNumber: '5557770101',
      twentyFourHours: 'false',
      as: operator,
    });
    expect(events.map(({ sequence }) => sequence)).toEqual([2]);
  });
});
