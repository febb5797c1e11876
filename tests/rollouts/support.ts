import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach } from 'vitest';
import { ota } from '#core/ota/contract.ts';
import { fileKey } from '#core/ota/file-key.ts';
import { rollouts } from '#core/rollouts/contract.ts';
import type { RolloutAction, RolloutUnitState } from '#core/rollouts/rollout.ts';
import { HOUR, instant, MINUTE } from '#core/time.ts';
import type { DownloadReport } from '#core/unit-messages/common-reports.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { logItem, PingEntity } from '#data/history/unit-log.ts';
import { RolloutEntity } from '#data/rollouts/entities.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { HearingEntity } from '#data/units/hearing.ts';
import { UnitEntity } from '#data/units/units.ts';
import { keepProgress } from '#functions/on-unit-report/sync.ts';
import { ask } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { settleAll } from '#support/facets.ts';
import { store } from '#support/firmware-upload.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { scopeOf } from '#support/world.ts';
import { aPlan } from './a-rollout.ts';

export const START = Date.UTC(2026, 10, 24, 9);
export const OLD = '2.2.0.0.4';

export const anEngineer = () => aUser({ dealer: 1, flags: ['ENGINEER'] });
export function counter() {
  let count = 0;
  return () => {
    count += 1;
    return count;
  };
}

export type Person = Awaited<ReturnType<typeof anEngineer>>;
const versions = counter();

/** Stores firmware of the person without an upload: by the clock of these tests its addresses have long expired. Returns its key. */
export async function storedFirmware(as: Person, content: string): Promise<string> {
  const file = fileKey(scopeOf(as), randomUUID(), 'firmware.bin');
  await store('firmware', file, Buffer.from(content));
  return file;
}

export async function aSignedVersion(as: Person, number = `8.${process.pid % 1000}.${versions()}.0`) {
  const file = await storedFirmware(as, `firmware ${number}`);
  return ask(ota.create, { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: number, file, as });
}

/** The version that units have before the rollout, so that they can go back to it. */
export async function theOldVersion(as: Person): Promise<void> {
  const { data } = await ask(ota.loadVersions, { as });
  const isKnown = data.some(({ versions: known }) => known.some(({ version }) => version === OLD));
  if (!isKnown) await aSignedVersion(as, OLD);
}

const tags = counter();
/** Units that only this rollout finds. */
export async function someUnits(count: number, overrides: Partial<UnitRecord> = {}) {
  const tag = `rollout ${process.pid} ${tags()}`;
  const units: UnitRecord[] = [];
  for (let unit = 0; unit < count; unit++)
    units.push(
      await aUnit({
        ...{ UnitModel: 'MXD-LTE', UnitStatus: 9, FirmVer: OLD, AllowOTAUpdate: 1, Tags: [tag], PingInterval: 1 },
        lastPing: { lastPingTime: instant(START), pingReason: 'Scheduled' },
        ...overrides,
      }),
    );
  await settleAll(units, START);
  return { tag, units, serials: units.map(({ UnitSerNum }) => UnitSerNum).sort() };
}

/** The plan of a rollout whose only stage has the units with the tag. */
export const oneStage = (tag: string, given: object = {}) => ({
  stages: [{ name: 'Canary', atMost: 10, tags: [tag], watchHours: 1, ...given }],
});

export async function aRunningRollout(tag: string, given: object = {}) {
  const [proposer, approver] = await Promise.all([anEngineer(), anEngineer()]);
  const version = await aSignedVersion(proposer);
  const stage = { tags: [tag], watchHours: 1 };
  const plan = aPlan({
    FirmVerKey: version.FirmVerKey,
    stages: [
      { name: 'Canary', atMost: 2, ...stage },
      { name: 'All', ...stage },
    ],
    unitsPerHour: 3_000,
    ...given,
  });
  const { rolloutId } = await ask(rollouts.propose, { ...plan, as: proposer });
  await ask(rollouts.act, { rolloutId, action: 'approve', revision: 0, as: approver });
  return { rolloutId, version, proposer, approver };
}

export const run = () => invoke('on-rollout-due', {});
/** Runs once for each of the minutes, and then as often as nothing is left to do at that time. */
export async function runAt(now: number, times = 3): Promise<void> {
  for (let minute = 0; minute < times; minute++) {
    setClock(now + minute * MINUTE);
    await run();
  }
}
/** The units in a state, as a person sees them. */
export const listed = async (rolloutId: string, state: RolloutUnitState, as: Person) =>
  (await ask(rollouts.units, { rolloutId, state, as })).items;
export const inState = async (rolloutId: string, state: RolloutUnitState, as: Person): Promise<string[]> =>
  (await listed(rolloutId, state, as)).map(({ UnitSerNum }) => UnitSerNum).sort();
export async function messageOf(UnitSerNum: string) {
  const { data } = await UnitEntity.get({ UnitSerNum }).go();
  return (await syncQueueStore.list(data as UnitRecord))[0];
}
/** The unit does its update, and reports the new version. */
export async function updates(UnitSerNum: string, FirmVer: string): Promise<void> {
  const message = await messageOf(UnitSerNum);
  await syncQueueStore.end(UnitSerNum, message!.MessageKeyHex);
  await UnitEntity.patch({ UnitSerNum }).set({ FirmVer }).go();
}
/** The unit has sent a ping. */
export async function isHeard(UnitSerNum: string, at: number): Promise<void> {
  const { data } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
  const lastPing = { ...data!.lastPing, lastPingTime: instant(at) };
  await UnitEntity.patch({ UnitSerNum })
    .set({ lastPing: lastPing as never })
    .go();
}

/** A ping every half hour. */
export async function pings(UnitSerNum: string, from: number, to: number, boot = () => 1): Promise<void> {
  await manyPings(UnitSerNum, { from, count: Math.floor((to - from) / (HOUR / 2)) + 1, every: HOUR / 2, boot });
}

/** So many pings, each so many milliseconds after the one before it. */
export async function manyPings(
  UnitSerNum: string,
  { from, count, every, boot = () => 1 }: { from: number; count: number; every: number; boot?: () => number },
): Promise<void> {
  const items = Array.from({ length: count }, (_, index) => {
    const timeStamp = instant(from + index * every);
    const ping = { timeStamp, receivedAt: timeStamp, sequence: index + 1, pingReason: 'Scheduled' };
    return logItem('ping', UnitSerNum, `${boot()}-${index + 1}`, ping);
  });
  await PingEntity.put(items).go({ concurrent: 4 });
}
export const read = (rolloutId: string, as: Person) => ask(rollouts.get, { rolloutId, as });

/** Somebody acts on the rollout as it is now. */
export async function act(rolloutId: string, action: RolloutAction, as: Person) {
  const { revision } = await read(rolloutId, as);
  return ask(rollouts.act, { rolloutId, action, revision, as });
}

/** The unit tells what it does with a message. */
export async function reports(UnitSerNum: string, MessageKeyHex: string, stage: 'done' | 'failed', receivedAt: number) {
  const message = { UnitSerNum, bootId: 1, sequence: 1, fence: 1, receivedAt };
  await keepProgress(message, {
    ...{ type: 'download', MessageType: 'FIRMVER', MessageKey: MessageKeyHex, stage, MessageTime: receivedAt },
  } as DownloadReport);
}

export const change = (UnitSerNum: string, given: Partial<UnitRecord>) =>
  UnitEntity.patch({ UnitSerNum }).set(given).go();

/** Each test begins at START. Other tests' rollouts would be worked on as well. No outage of the portal is known. */
export function testsOfRollouts(): void {
  beforeAll(someDealers);
  beforeEach(async () => {
    await noRollouts();
    setClock(START);
  });
}

async function noRollouts(): Promise<void> {
  const { data } = await RolloutEntity.query.byTime({ portal: 'rollouts' }).go({ pages: 'all' });
  for (const { portal, rolloutId } of data) await RolloutEntity.delete({ portal, rolloutId }).go();
  await HearingEntity.delete({ of: 'units' }).go();
}

/** Units that all have the version of a rollout which somebody has just rolled back. */
export async function aRollBack(count: number) {
  const { tag, serials } = await someUnits(count);
  const { rolloutId, version, proposer: as } = await aRunningRollout(tag, oneStage(tag, { watchHours: 24 }));
  await theOldVersion(as);
  await runAt(START);
  for (const one of serials) await updates(one, version.version);
  await runAt(START + 10 * MINUTE, 1);
  await act(rolloutId, 'rollBack', as);
  return { serials, rolloutId, as };
}
