import type { SQSRecord } from 'aws-lambda';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { dashboard } from '#core/dashboard/contract.ts';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import { units } from '#core/units/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { HearingEntity } from '#data/units/hearing.ts';
import { settleFacets } from '#data/units/settle-facets.ts';
import { UnitFacetsEntity } from '#data/units/unit-facets.ts';
import { ask } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';

let user: UserRecord;
beforeAll(async () => {
  await someDealers();
  user = await aUser({ dealer: 22, flags: ['UNIT'] });
});
afterEach(async () => {
  await HearingEntity.delete({ of: 'units' }).go();
  vi.useRealTimers();
});

/** A signal of a bridge that takes `way` milliseconds. */
async function signal(sentAt: number, way = 1_000): Promise<void> {
  setClock(sentAt + way);
  const body = JSON.stringify({ version: 1, kind: 'signal', id: `b1-${sentAt}`, receivedAt: sentAt, bridgeId: 'b1' });
  const Records = [{ messageId: `m-${sentAt}`, body, messageAttributes: {} } as unknown as SQSRecord];
  for (const _delivery of [1, 2])
    expect(await invoke('on-unit-report', { Records })).toEqual({ batchItemFailures: [] });
}

async function aHealthyUnit() {
  const lastPing = { lastPingTime: instant(TODAY), pingReason: 'Scheduled', bars: 4, acPower: true };
  const unit = await aUnit({
    ...{ dealer: 22, UnitModel: 'MXD-LTE', UnitStatus: 9, Report: 1, ActiveState: 14, tcpFail: 0 },
    ...{ lastPing, lastPingAt: lastPing.lastPingTime },
  });
  await settleFacets(unit.UnitSerNum, TODAY);
  return unit;
}

const runAt = async (now: number) => {
  setClock(now);
  expect(await invoke('on-condition-due', {})).toEqual({ failed: 0 });
};
const facetsOf = async (UnitSerNum: string) =>
  (await UnitFacetsEntity.get({ UnitSerNum }).go({ consistent: true })).data!;
const readDashboard = () => ask(dashboard.read, { dateOffset: 0, as: user });
const shown = async (UnitSerNum: string) => {
  const { lists } = await ask(units.list, { param: 'UnitSerNum', searchText: UnitSerNum, as: user } as never);
  return Object.values(lists).flat()[0];
};

async function toldOf(UnitSerNum: string): Promise<string[]> {
  const range = { UnitSerNum, startDate: instant(TODAY), endDate: instant(TODAY + 90 * DAY), pageSize: 100 };
  return (await unitLogStore.events(range, TODAY + 90 * DAY)).items.map(({ eventType }) => eventType);
}

it('no unit becomes late or silent during an outage, and the dashboard says since when it lasts', async () => {
  const { UnitSerNum } = await aHealthyUnit();
  await signal(TODAY);
  await runAt(TODAY + 3 * DAY);
  expect((await facetsOf(UnitSerNum)).facets.condition).toBe('healthy');
  expect(await readDashboard()).toMatchObject({ outageSince: instant(TODAY) });
  expect(await shown(UnitSerNum)).toMatchObject({ outageMs: 3 * DAY });
});

it('the deadlines of all units move by an outage and half an hour', async () => {
  const { UnitSerNum } = await aHealthyUnit();
  await signal(TODAY + HOUR);
  const back = TODAY + 3 * DAY;
  await signal(back);
  await runAt(back + MINUTE);
  expect(await readDashboard()).not.toHaveProperty('outageSince');
  // An hour before the outage, and all time after it, count.
  const overdueAt = back + 30 * MINUTE + 26 * HOUR + 1;
  expect((await facetsOf(UnitSerNum)).facets.condition).toBe('healthy');
  for (let sentAt = back; sentAt < overdueAt; sentAt += 5 * MINUTE) await signal(sentAt);
  await signal(overdueAt - 1);
  await runAt(overdueAt + MINUTE);
  expect(await toldOf(UnitSerNum)).toEqual([]);
  await signal(overdueAt);
  await runAt(overdueAt + MINUTE);
  expect((await facetsOf(UnitSerNum)).facets.condition).toBe('late');
  expect(await toldOf(UnitSerNum)).toEqual(['Ping overdue']);
}, 60_000);

it('signals that waited in a jam do not end an outage', async () => {
  const { UnitSerNum } = await aHealthyUnit();
  await signal(TODAY);
  await signal(TODAY + 2 * DAY, 10 * MINUTE);
  await runAt(TODAY + 2 * DAY + 11 * MINUTE);
  expect((await facetsOf(UnitSerNum)).facets.condition).toBe('healthy');
  expect(await readDashboard()).toMatchObject({ outageSince: instant(TODAY) });
});

it('without any signal ever, as before the first bridge, time counts as usual', async () => {
  const { UnitSerNum } = await aHealthyUnit();
  await runAt(TODAY + 3 * DAY);
  expect((await facetsOf(UnitSerNum)).facets.condition).toBe('silent');
  expect(await shown(UnitSerNum)).not.toHaveProperty('outageMs');
});
