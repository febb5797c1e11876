import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reports } from '#core/reports/contract.ts';
import { ANOMALY_INTERVALS } from '#core/reports/definitions/anomalies.ts';
import { HOUR, instant } from '#core/time.ts';
import type { Counter, CountersReport } from '#core/unit-messages/common-reports.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { protocolLogStore } from '#data/history/protocol-log.ts';
import { UnitEntity } from '#data/units/units.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';

const stream = await aStreamReader();
const react = async () => follow(await stream.next(), { times: 2 });

let engineer: UserRecord;
let above: UserRecord;
let beside: UserRecord;
beforeAll(async () => {
  await someDealers();
  engineer = await aUser({ dealer: 220, flags: ['ENGINEER'] });
  above = await aUser({ dealer: 22, flags: ['ENGINEER'] });
  beside = await aUser({ dealer: 49, flags: ['ENGINEER'] });
});
beforeEach(() => setClock(TODAY));

let messages = 0;
/** What a unit counted, as its report is stored. */
async function counts({ UnitSerNum }: UnitRecord, hoursAgo: number, counters: readonly Counter[]) {
  const MessageTime = TODAY - hoursAgo * HOUR;
  const content: CountersReport = { type: 'counters', MessageTime, counters };
  const message = { kind: 'report', messageType: 'counters', raw: '00', content, UnitSerNum };
  await protocolLogStore.record({ ...message, id: `counters${++messages}`, receivedAt: MessageTime });
}

type Name =
  | 'tagFileErrors'
  | 'recoveryCycles'
  | 'cellLossCounts'
  | 'cellLossEvents'
  | 'failedOutboundCalls'
  | 'ppoeErrors';

/** The rows of a report about the unit. */
async function rowsOf(name: Name | 'failedToDownload', unit: UnitRecord, input: object = {}, as = engineer) {
  const { items } = await ask(reports[name] as typeof reports.tagFileErrors, { ...input, as });
  return items.filter(({ UnitSerNum }) => UnitSerNum === unit.UnitSerNum);
}

const COUNTED = [
  ['tagFileErrors', 'tagFile', '/api/eng/tagFile/errors'],
  ['recoveryCycles', 'recoveryCycle', '/api/eng/recoveryCycle/errors'],
  ['cellLossCounts', 'cellLossCount', '/api/eng/cellLossCount/errors'],
  ['cellLossEvents', 'cellLossEvents', '/api/eng/cellLossEvents/errors'],
  ['failedOutboundCalls', 'failedOutboundCalls', '/api/eng/failedOutboundCalls/errors'],
  ['ppoeErrors', 'ppoe', '/api/eng/ppoe/errors'],
] as const;

describe('an anomalous report', () => {
  it.each(COUNTED)(
    '%s has what units counted in the last hours, and nothing of other counts [P3-C01 P3-C02 P3-C03 P3-C04 P3-C05 P3-C07]',
    async (report, name, path) => {
      expect(reports[report].path).toBe(path);
      const unit = await aUnit({ dealer: 220 });
      await counts(unit, 7, [{ name, value: 3 }]);
      await counts(unit, 5, [
        { name, value: 2 },
        { name: 'tcpFail', value: 9 },
        { name, value: 2 },
      ]);
      await counts(unit, 4, [{ name, value: 0 }]);
      await react();
      const shown = async (input: object) =>
        (await rowsOf(report, unit, input)).map(({ at, facts }) => [at, facts.count]);
      const [early, late] = [
        [instant(TODAY - 7 * HOUR), 3],
        [instant(TODAY - 5 * HOUR), 4],
      ];
      expect(await shown({ interval: 6, ...(name === 'ppoe' && { dateOffset: 300 }) })).toEqual([late]);
      expect(await shown({})).toEqual([late, early]);
      for (const [other] of COUNTED.filter(([one]) => one !== report)) expect(await rowsOf(other, unit)).toEqual([]);
    },
  );

  it('covers 12 hours if nobody says otherwise, and at most 36 [P3-K20]', async () => {
    const unit = await aUnit({ dealer: 220 });
    for (const hours of [11, 13, 35, 37]) await counts(unit, hours, [{ name: 'tagFile', value: hours }]);
    await react();
    const shown = async (input: object) => (await rowsOf('tagFileErrors', unit, input)).map(({ facts }) => facts.count);
    expect(await shown({})).toEqual([11]);
    expect(await shown({ interval: 18 })).toEqual([11, 13]);
    expect(await shown({ interval: 36 })).toEqual([11, 13, 35]);
    for (const interval of ANOMALY_INTERVALS)
      expect((await call(reports.tagFileErrors, { interval, as: engineer })).status).toBe(200);
    for (const interval of [0, 37, 1.5])
      expect((await call(reports.tagFileErrors, { interval, as: engineer })).status).toBe(422);
  });

  it('has a report that comes twice once', async () => {
    const unit = await aUnit({ dealer: 220 });
    await counts(unit, 2, [{ name: 'ppoe', value: 5 }]);
    await counts(unit, 2, [{ name: 'ppoe', value: 5 }]);
    await react();
    expect(await rowsOf('ppoeErrors', unit)).toHaveLength(1);
  });

  it('is read page by page, the newest first', async () => {
    const unit = await aUnit({ dealer: 220 });
    for (const hours of [1, 2, 3]) await counts(unit, hours, [{ name: 'cellLossCount', value: hours }]);
    await react();
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await ask(reports.cellLossCounts, { pageSize: 1, cursor, as: engineer });
      expect(page.items.length).toBeLessThanOrEqual(1);
      seen.push(
        ...page.items.filter(({ UnitSerNum }) => UnitSerNum === unit.UnitSerNum).map(({ facts }) => facts.count),
      );
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('is read by engineers at or above the dealer of the unit, by nobody else', async () => {
    const unit = await aUnit({ dealer: 220 });
    await counts(unit, 2, [{ name: 'recoveryCycle', value: 1 }]);
    await react();
    expect(await rowsOf('recoveryCycles', unit, {}, above)).toHaveLength(1);
    expect(await rowsOf('recoveryCycles', unit, {}, beside)).toEqual([]);
    expect((await call(reports.recoveryCycles, { UnitSerNum: unit.UnitSerNum, as: beside })).status).toBe(404);
    const dealer = await aUser({ dealer: 220, flags: ['REPORTS', 'UNIT', 'UNIT_EDIT'] });
    for (const [name] of COUNTED) expect((await call(reports[name], { as: dealer })).status).toBe(403);
    expect((await call(reports.failedToDownload, { as: dealer })).status).toBe(403);
  });

  it('of failed downloads has the units that gave one up, whatever their power is, without an interval [P3-C06]', async () => {
    expect(reports.failedToDownload.path).toBe('/api/eng/failedToDownload/errors');
    const unit = await aUnit({ dealer: 220 });
    await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ downloadFail: 2 }).go();
    await react();
    expect(await rowsOf('failedToDownload', unit)).toMatchObject([{ facts: { failures: 2 } }]);
    await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ downloadFail: 0 }).go();
    await react();
    expect(await rowsOf('failedToDownload', unit)).toEqual([]);
  });
});
