import type { SQSRecord } from 'aws-lambda';
import { beforeAll, expect, it } from 'vitest';
import { instant, MINUTE, SECOND } from '#core/time.ts';
import { units } from '#core/units/contract.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { verdict } from '#core/units/verdict.ts';
import { UnitFacetsEntity } from '#data/units/unit-facets.ts';
import { UnitEntity } from '#data/units/units.ts';
import { ask } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { eventOf } from '#support/queue.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';

let stream: Awaited<ReturnType<typeof aStreamReader>>;
beforeAll(async () => {
  await someDealers();
  stream = await aStreamReader();
});

const aHealthyUnit = (more: Partial<UnitRecord> = {}) => {
  const lastPingTime = instant(Date.now() - MINUTE);
  return aUnit({
    ...{
      dealer: 220,
      UnitModel: 'MXD-LTE',
      UnitStatus: 9,
      Report: 1,
      UnitID: '4021',
      ActiveICCID: '890117027',
      ActiveState: 14,
    },
    ...{ lastPing: { lastPingTime, pingReason: 'Scheduled', bars: 4, acPower: true }, lastPingAt: lastPingTime },
    ...more,
  });
};

let sequence = 1_000;
/** The unit reports twice, and what follows happens. */
async function reports({ UnitSerNum }: UnitRecord, message: { type: string; MessageTime?: number }): Promise<void> {
  sequence += 1;
  const at = Date.now();
  const told = {
    ...{ version: 1, kind: 'report', id: `${UnitSerNum}-1-${sequence}`, receivedAt: at, raw: '' },
    ...{ UnitSerNum, UnitModel: 'MXD-LTE', bootId: 1, sequence, fence: 1 },
    message: { MessageTime: at, ...message },
  };
  const record = { messageId: `m-${sequence}`, body: JSON.stringify(told), messageAttributes: {} };
  for (const _time of [1, 2])
    expect(await invoke('on-unit-report', eventOf(record as unknown as SQSRecord))).toEqual({ batchItemFailures: [] });
  await follow(await stream.next());
}
const rf = (zone: number, report: object) => ({ type: 'rf', RFCode: `C00${zone}`, zone, ...report });
const testCall = (passed: boolean, MessageTime = Date.now()) => ({ type: 'test', kind: 'voice', passed, MessageTime });

/** By which the lists and counts find the unit. */
const conditionOf = async ({ UnitSerNum }: UnitRecord) =>
  (await UnitFacetsEntity.get({ UnitSerNum }).go({ consistent: true })).data?.facets.condition;
/** What is wrong with the unit, as its page says. */
async function wrongsOf({ UnitSerNum }: UnitRecord) {
  const { Unit: unit } = await ask(units.get, { id: UnitSerNum, as: await aUser({ dealer: 22, flags: ['UNIT'] }) });
  const { reasons } = verdict({ unit }, { engineer: false }, Date.now());
  return reasons.filter(({ tone }) => tone !== 'ok').map(({ text }) => text);
}

it('a failed test call needs attention until one passes, in the list and on the page', async () => {
  const unit = await aHealthyUnit();
  const at = Date.now();
  await reports(unit, testCall(false, at));
  expect([await conditionOf(unit), await wrongsOf(unit)]).toEqual(['attention', ['The last test call failed']]);
  // An older report that comes late.
  await reports(unit, testCall(true, at - SECOND));
  expect(await conditionOf(unit)).toBe('attention');
  await reports(unit, { ...testCall(true), kind: 'siren' } as never);
  expect(await conditionOf(unit)).toBe('attention');
  await reports(unit, testCall(true));
  expect([await conditionOf(unit), await wrongsOf(unit)]).toEqual(['healthy', []]);
});

it('accessories with a low battery need attention, each until its battery is changed or it is deleted', async () => {
  const unit = await aHealthyUnit();
  await reports(unit, rf(3, { state: 'added' }));
  await reports(unit, rf(12, { state: 'added' }));
  expect(await wrongsOf(unit)).toEqual([]);
  await reports(unit, rf(12, { state: 'heard', batteryLow: true }));
  await reports(unit, rf(3, { state: 'heard', batteryLow: true }));
  // It says nothing of the battery.
  await reports(unit, rf(3, { state: 'heard' }));
  expect([await conditionOf(unit), await wrongsOf(unit)]).toEqual([
    'attention',
    ['The batteries of the accessories in zones 3 and 12 are low'],
  ]);
  await reports(unit, rf(3, { state: 'heard', batteryLow: false }));
  expect(await wrongsOf(unit)).toEqual(['The battery of the accessory in zone 12 is low']);
  await reports(unit, rf(12, { state: 'deleted' }));
  expect([await conditionOf(unit), await wrongsOf(unit)]).toEqual(['healthy', []]);
});

it('a configuration that the unit has not confirmed is said, and is no alarm', async () => {
  const unit = await aHealthyUnit({ configRevision: 3 });
  expect(await wrongsOf(unit)).toEqual(['It has not confirmed the configuration that was saved last']);
  await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ configDigest: 7 }).go();
  await follow(await stream.next());
  expect([await conditionOf(unit), await wrongsOf(unit)]).toEqual(['healthy', []]);
});
