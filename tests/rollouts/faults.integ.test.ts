import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { RolloutCountEntity, RolloutUnitEntity } from '#data/rollouts/entities.ts';
import { rolloutStore } from '#data/rollouts/rollouts.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { UnitEntity } from '#data/units/units.ts';
import { setClock } from '#support/clock.ts';
import { loseTable } from '#support/table-faults.ts';
import {
  act,
  aRunningRollout,
  change,
  inState,
  isHeard,
  messageOf,
  OLD,
  read,
  reports,
  run,
  START,
  someUnits,
  testsOfRollouts,
  theOldVersion,
  updates,
} from './support.ts';

testsOfRollouts();

/** The counts are those of the units, and each unit that was sent a message has exactly this one. */
async function expectConsistent(rolloutId: string): Promise<void> {
  const isRunning = (await rolloutStore.get(rolloutId)).state === 'running';
  const [{ data: units }, { data: counts }] = await Promise.all([
    RolloutUnitEntity.query.unit({ rolloutId }).go({ consistent: true }),
    RolloutCountEntity.query.count({ rolloutId }).go({ consistent: true }),
  ]);
  const counted = new Map<string, number>();
  for (const { stage, state } of units) counted.set(`${stage}.${state}`, (counted.get(`${stage}.${state}`) ?? 0) + 1);
  counted.set('compared', units.filter(({ verdict }) => verdict !== undefined).length);
  const stored = counts.filter(({ count, name }) => count !== 0 && /^\d|^compared/.test(name));
  expect(Object.fromEntries(stored.map(({ name, count }) => [name, count]))).toEqual(
    Object.fromEntries([...counted].filter(([, count]) => count > 0)),
  );
  for (const { UnitSerNum, state, MessageKeyHex, isTold } of units) {
    const { data } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
    const waiting = await syncQueueStore.list(data as UnitRecord);
    expect(data!.syncQueued ?? 0).toBe(waiting.length);
    expect(waiting.length).toBeLessThanOrEqual(1);
    if (waiting.length > 0) expect(waiting[0]!.MessageKeyHex).toBe(MessageKeyHex);
    // A run that takes messages back does so before the unit's own step.
    const isOld = data!.FirmVer === OLD;
    if ((state === 'returnSent' && !isOld) || (state === 'sent' && isOld && !isTold && isRunning))
      expect(waiting).toHaveLength(1);
    if (['waiting', 'skipped', 'cancelled', 'failed', 'done', 'returned'].includes(state)) expect(waiting).toEqual([]);
  }
}

/** Runs until a run is not cut off: the first at its first write, the second at its second, and so on, before the write or after it. */
async function runCutOff(rolloutId: string, now: number): Promise<void> {
  setClock(now);
  for (let write = 1; ; write++) {
    const bringBack = loseTable(write, write % 2 === 0 ? 'after' : 'before');
    await run().catch(() => undefined);
    const wasLost = bringBack();
    await expectConsistent(rolloutId);
    if (!wasLost) return;
    expect(write).toBeLessThan(100);
  }
}

it('a run that is cut off at any write leaves nothing half done, and nothing is done twice', async () => {
  const { tag, serials } = await someUnits(5);
  const { rolloutId, version, proposer: as } = await aRunningRollout(tag);
  await theOldVersion(as);
  const cut = (minutes: number) => runCutOff(rolloutId, START + minutes * MINUTE);

  for (const minute of [0, 1, 2]) await cut(minute);
  const canaries = await inState(rolloutId, 'sent', as);
  expect(canaries).toHaveLength(2);
  await reports(canaries[0]!, (await messageOf(canaries[0]!))!.MessageKeyHex, 'failed', START + 3 * MINUTE);
  await updates(canaries[1]!, version.version);
  for (const minute of [5, 70, 180, 181]) await cut(minute);
  expect((await read(rolloutId, as)).counts).toEqual([{ waiting: 1, done: 1 }, {}]);

  // After its rest it gets the update again, and does it.
  for (const minute of [24 * 60 + 3, 24 * 60 + 4]) await cut(minute);
  await updates(canaries[0]!, version.version);
  for (const minute of [25 * 60 + 10, 28 * 60, 28 * 60 + 1, 28 * 60 + 2]) await cut(minute);
  const others = await inState(rolloutId, 'sent', as);
  expect(others).toEqual(serials.filter((one) => !canaries.includes(one)));
  await updates(others[0]!, version.version);
  await cut(30 * 60);

  for (const one of serials) await isHeard(one, START + 30 * HOUR);
  await act(rolloutId, 'rollBack', as);
  for (const minute of [30 * 60 + 1, 30 * 60 + 2, 31 * 60 + 5]) await cut(minute);
  const returning = await inState(rolloutId, 'returnSent', as);
  expect(returning).toHaveLength(3);
  for (const one of returning) await updates(one, OLD);
  const late = others[2]!;
  for (const one of others.slice(0, 2)) await isHeard(one, START + 32 * HOUR);
  for (const hours of [33, 34]) await runCutOff(rolloutId, START + hours * HOUR);
  expect(await read(rolloutId, as)).toMatchObject({
    state: 'awaitingUnits',
    counts: [{ returned: 2 }, { returned: 2, notReached: 1 }],
  });

  await change(late, { FirmVer: version.version });
  await isHeard(late, START + 40 * HOUR);
  await runCutOff(rolloutId, START + 41 * HOUR);
  expect(await inState(rolloutId, 'returnSent', as)).toEqual([late]);
  await updates(late, OLD);
  await runCutOff(rolloutId, START + 42 * HOUR);
  expect(await read(rolloutId, as)).toMatchObject({ state: 'rolledBack', counts: [{ returned: 2 }, { returned: 3 }] });
}, 180_000);
