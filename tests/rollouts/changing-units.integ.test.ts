import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { storedDownloads } from '#bridge/adapters/downloads.ts';
import { ota } from '#core/ota/contract.ts';
import { firmVerKey } from '#core/ota/firmware-version.ts';
import { SIGNER_REFUSALS } from '#core/ota/manifest.ts';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import type { Values } from '#core/unit-messages/values.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { CustomerEntity } from '#data/customers/entities.ts';
import { UnitCustomerEntity } from '#data/customers/unit-customer.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { FirmwareVersionEntity } from '#data/ota/firmware-entities.ts';
import { RolloutEntity, RolloutUnitEntity } from '#data/rollouts/entities.ts';
import { rolloutUnitStore } from '#data/rollouts/rollout-units.ts';
import { rolloutStore } from '#data/rollouts/rollouts.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { UnitEntity } from '#data/units/units.ts';
import { rollBack } from '#functions/on-rollout-due/roll-back.ts';
import { ask } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { byAStranger, changeSignature } from '#support/stored-signature.ts';
import { withMessage } from '#support/with-message.ts';
import {
  act,
  aRollBack,
  aRunningRollout,
  aSignedVersion,
  change,
  inState,
  isHeard,
  listed,
  messageOf,
  OLD,
  oneStage,
  pings,
  read,
  reports,
  runAt,
  START,
  someUnits,
  testsOfRollouts,
  theOldVersion,
  updates,
} from './support.ts';

testsOfRollouts();

/** Why the bridge does not give the unit its file now. */
async function heldAtBridge(UnitSerNum: string, now: number): Promise<string | undefined> {
  setClock(now);
  const { MessageKeyHex } = (await messageOf(UnitSerNum))!;
  const file = await storedDownloads.waiting({ UnitSerNum, UnitModel: 'MXD-LTE' }, MessageKeyHex);
  expect(file).toBeDefined();
  return file!.heldBack;
}

describe('a unit that has its message', () => {
  it('loses it when it goes to a dealer that the stage does not have, and gets nothing meanwhile', async () => {
    const { tag, serials } = await someUnits(2, { DealerKey: 49, dealerPath: '/1/49/' });
    const [moved, stays] = serials as [string, string];
    const { rolloutId, proposer: as } = await aRunningRollout(tag, oneStage(tag, { DealerKey: 49 }));
    await runAt(START);
    expect(await heldAtBridge(moved, START + 5 * MINUTE)).toBeUndefined();
    await change(moved, { DealerKey: 22, dealerPath: '/1/22/' });
    expect(await heldAtBridge(moved, START + 5 * MINUTE)).toBe('The unit belongs to another dealer now');
    await runAt(START + HOUR);
    expect(await messageOf(moved)).toBeUndefined();
    expect(await messageOf(stays)).toBeDefined();
    await runAt(START + 3 * HOUR);
    expect(await listed(rolloutId, 'cancelled', as)).toMatchObject([
      { UnitSerNum: moved, reason: 'The unit belongs to another dealer now' },
    ]);
  });

  it('loses it when it is put away, and is not compared', async () => {
    const { tag, serials } = await someUnits(2);
    const [sent, updated] = serials as [string, string];
    const { rolloutId, version, proposer: as } = await aRunningRollout(tag, oneStage(tag, { watchHours: 24 }));
    for (const one of serials) await pings(one, START - DAY, START);
    await runAt(START);
    await updates(updated, version.version);
    await runAt(START + 10 * MINUTE, 1);
    expect(await inState(rolloutId, 'watched', as)).toEqual([updated]);
    for (const one of serials) await change(one, { UnitStatus: 5 });
    expect(await heldAtBridge(sent, START + 11 * MINUTE)).toBe('The unit is not in service any more');
    for (const hour of [2, 4]) await runAt(START + hour * HOUR);
    expect(await messageOf(sent)).toBeUndefined();
    expect(await listed(rolloutId, 'cancelled', as)).toMatchObject([
      { UnitSerNum: sent, reason: 'The unit is not in service any more' },
    ]);
    // It is silent since: that says nothing about the version.
    expect(await listed(rolloutId, 'done', as)).toMatchObject([
      { UnitSerNum: updated, reason: 'The unit is not in service any more' },
    ]);
    expect((await read(rolloutId, as)).health.compared).toBe(0);
  });

  it('loses it when it has got a version below which it takes none, and shows why', async () => {
    const { tag, serials } = await someUnits(1);
    const { rolloutId, proposer: as } = await aRunningRollout(tag, oneStage(tag));
    await runAt(START);
    const { MessageKeyHex } = (await messageOf(serials[0]!))!;
    const strict = `9.${process.pid % 1000}.7.0`;
    await ask(ota.create, {
      ...{ unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: strict, oldestAllowed: strict, as },
    });
    await change(serials[0]!, { FirmVer: strict });
    expect(await storedDownloads.waiting({ UnitSerNum: serials[0]!, UnitModel: 'MXD-LTE' }, MessageKeyHex)).toBe(
      undefined,
    );
    expect(await messageOf(serials[0]!)).toBeUndefined();
    const reason = `The unit takes no version below ${strict}`;
    expect(await listed(rolloutId, 'cancelled', as)).toMatchObject([{ UnitSerNum: serials[0], reason }]);
  });

  it('gets it by the clock of the customer that it has at that moment', async () => {
    const { tag, units } = await someUnits(1);
    const { UnitSerNum, DealerKey, dealerPath } = units[0]!;
    const livesIn = async (State: string) => {
      const CustomerKey = `customer of ${UnitSerNum}`;
      const address = { Address1: '1 Main Street', City: 'Town', State, Zip: '1' };
      await CustomerEntity.put({
        ...{ CustomerKey, DealerKey, dealerPath, customerType: 0, myLinkStatus: 0, version: 1 },
        ...{ names: [], addresses: [address], units: [UnitSerNum] },
      } as never).go();
      await UnitCustomerEntity.put({ UnitSerNum, DealerKey, CustomerKey, version: 1 } as never).go();
    };
    await livesIn('NY');
    await aRunningRollout(tag, { ...oneStage(tag), window: { from: '04:00', to: '05:00' } });
    await runAt(START);
    expect(await messageOf(UnitSerNum)).toBeDefined();
    expect(await heldAtBridge(UnitSerNum, START + 5 * MINUTE)).toBeUndefined();
    await livesIn('CA');
    expect(await heldAtBridge(UnitSerNum, START + 5 * MINUTE)).toBe('The maintenance window of its rollout is closed');
    expect(await heldAtBridge(UnitSerNum, START + 3 * HOUR + 5 * MINUTE)).toBeUndefined();
  });

  it('waits for no time in which its rollout was paused', async () => {
    const { tag, serials } = await someUnits(1);
    const { rolloutId, proposer: as } = await aRunningRollout(tag);
    await runAt(START);
    await act(rolloutId, 'pause', as);
    setClock(START + 10 * DAY);
    await act(rolloutId, 'resume', as);
    await runAt(START + 10 * DAY + MINUTE);
    expect(await inState(rolloutId, 'sent', as)).toEqual(serials);
    await runAt(START + 17 * DAY + HOUR);
    expect(await inState(rolloutId, 'cancelled', as)).toEqual(serials);
  });
});

describe('a unit that waits for its turn', () => {
  it('is left out when it cannot get the update for seven days, so that the next stage has its turn', async () => {
    const { tag, serials } = await someUnits(2);
    const [off, other] = serials as [string, string];
    await change(off, { AllowOTAUpdate: 0 });
    const { rolloutId, version, proposer: as } = await aRunningRollout(tag);
    await runAt(START);
    await updates(other, version.version);
    for (let day = 1; day <= 6; day++) await runAt(START + day * DAY + day * MINUTE);
    expect(await inState(rolloutId, 'waiting', as)).toEqual([off]);
    await runAt(START + 7 * DAY + 10 * MINUTE);
    expect(await listed(rolloutId, 'skipped', as)).toMatchObject([
      { UnitSerNum: off, reason: 'Updates over the air are switched off for this unit' },
    ]);
    expect(await read(rolloutId, as)).toMatchObject({ state: 'finished', stage: 1 });
  });

  it('is not left out because its dealer is just being moved', async () => {
    const { tag, serials } = await someUnits(1);
    const { rolloutId, proposer: as } = await aRunningRollout(tag);
    // The dealer is elsewhere already, and its units follow.
    await change(serials[0]!, { dealerPath: '/1/7/22/' });
    await runAt(START);
    expect(await inState(rolloutId, 'waiting', as)).toEqual(serials);
    const { data: dealer } = await DealerEntity.get({ DealerKey: 22 }).go();
    await change(serials[0]!, { DealerKey: 22, dealerPath: dealer!.dealerPath });
    await runAt(START + 2 * HOUR);
    expect(await inState(rolloutId, 'sent', as)).toEqual(serials);
  });
});

describe('a rollout that is rolled back', () => {
  it('takes back the units whose update was cancelled after it was sent, and shows what became of each', async () => {
    const { tag, serials } = await someUnits(5);
    const [took, tookNot, failedOnce, silent, neverSent] = serials as [string, string, string, string, string];
    await change(neverSent, { AllowOTAUpdate: 0 });
    const { rolloutId, version, proposer: as } = await aRunningRollout(tag, oneStage(tag));
    await theOldVersion(as);
    await runAt(START);
    const message = (await messageOf(failedOnce))!;
    await reports(failedOnce, message.MessageKeyHex, 'failed', START + MINUTE);
    // Each of them may have begun the update before somebody cancelled it.
    for (const serialNumber of [took, tookNot, silent])
      await ask(ota.cancel, { serialNumber, MessageKey: (await messageOf(serialNumber))!.MessageKeyHex, as });
    for (const hour of [1, 2, 3]) await runAt(START + hour * HOUR);
    expect(await inState(rolloutId, 'cancelled', as)).toEqual([took, tookNot, silent].sort());
    expect(await inState(rolloutId, 'waiting', as)).toEqual([failedOnce, neverSent].sort());

    for (const one of [took, failedOnce]) await change(one, { FirmVer: version.version });
    await act(rolloutId, 'rollBack', as);
    await runAt(START + 4 * HOUR);
    expect(await inState(rolloutId, 'skipped', as)).toEqual([neverSent]);
    for (const one of [took, tookNot, failedOnce]) await isHeard(one, START + 5 * HOUR);
    await runAt(START + 6 * HOUR);
    for (const one of [took, failedOnce]) {
      expect((await messageOf(one))!).toMatchObject({ content: { version: OLD }, rollout: { isReturn: true } });
      await updates(one, OLD);
    }
    await runAt(START + 7 * HOUR);
    // The silent unit keeps nobody waiting.
    expect(await read(rolloutId, as)).toMatchObject({
      state: 'awaitingUnits',
      counts: [{ skipped: 1, returned: 3, notReached: 1 }],
    });
    const returned = await listed(rolloutId, 'returned', as);
    expect(Object.fromEntries(returned.map(({ UnitSerNum, from, reason }) => [UnitSerNum, [from, reason]]))).toEqual({
      [took]: [OLD, undefined],
      [tookNot]: [OLD, 'It does not have the version'],
      [failedOnce]: [OLD, undefined],
    });
    expect(await listed(rolloutId, 'notReached', as)).toMatchObject([
      {
        ...{ UnitSerNum: silent, stage: 0, state: 'notReached', from: OLD, tries: 0 },
        reason: 'The unit is silent and may have the version. It goes back when it is heard again',
      },
    ]);
    expect(await listed(rolloutId, 'skipped', as)).toMatchObject([
      { UnitSerNum: neverSent, reason: 'The rollout was rolled back' },
    ]);

    // It comes weeks later, with the version.
    await runAt(START + 30 * DAY);
    expect(await inState(rolloutId, 'notReached', as)).toEqual([silent]);
    await change(silent, { FirmVer: version.version });
    await isHeard(silent, START + 31 * DAY);
    await runAt(START + 31 * DAY + HOUR);
    expect((await messageOf(silent))!).toMatchObject({ content: { version: OLD }, rollout: { isReturn: true } });
    expect(await heldAtBridge(silent, START + 31 * DAY + HOUR)).toBeUndefined();
    await updates(silent, OLD);
    await runAt(START + 31 * DAY + 2 * HOUR);
    expect(await read(rolloutId, as)).toMatchObject({ state: 'rolledBack', counts: [{ skipped: 1, returned: 4 }] });
  });

  it('ends without a unit that falls silent on its way back, whose message waits for it, until somebody ends it', async () => {
    const { serials, rolloutId, as } = await aRollBack(2);
    const [comes, stays] = serials as [string, string];
    await runAt(START + 20 * MINUTE);
    expect(await inState(rolloutId, 'returnSent', as)).toEqual(serials);
    const { MessageKeyHex } = (await messageOf(comes))!;
    await runAt(START + 4 * HOUR);
    expect(await inState(rolloutId, 'notReached', as)).toEqual(serials);
    expect((await read(rolloutId, as)).state).toBe('awaitingUnits');

    await isHeard(comes, START + 20 * DAY);
    await runAt(START + 20 * DAY + MINUTE);
    expect(await inState(rolloutId, 'returnSent', as)).toEqual([comes]);
    expect((await messageOf(comes))!.MessageKeyHex).toBe(MessageKeyHex);
    // It has told that it is done, and its login with the version is still on the way.
    await syncQueueStore.end(comes, MessageKeyHex);
    await runAt(START + 20 * DAY + 10 * MINUTE);
    expect(await inState(rolloutId, 'returnSent', as)).toEqual([comes]);
    await change(comes, { FirmVer: OLD });
    await runAt(START + 20 * DAY + 90 * MINUTE);
    expect(await read(rolloutId, as)).toMatchObject({
      state: 'awaitingUnits',
      counts: [{ returned: 1, notReached: 1 }],
    });

    expect(await messageOf(stays)).toBeDefined();
    await act(rolloutId, 'end', as);
    await runAt(START + 21 * DAY);
    expect(await read(rolloutId, as)).toMatchObject({ state: 'ended', counts: [{ returned: 1, notReturned: 1 }] });
    expect(await messageOf(stays)).toBeUndefined();
  });

  it('goes on after somebody ended it, with the units that were on their way back', async () => {
    const { serials, rolloutId, as } = await aRollBack(3);
    const [, , fails] = serials as [string, string, string];
    await runAt(START + 20 * MINUTE);
    const { MessageKeyHex } = (await messageOf(fails))!;
    await reports(fails, MessageKeyHex, 'failed', START + 23 * MINUTE);
    await act(rolloutId, 'end', as);
    await runAt(START + 24 * MINUTE);
    expect(await read(rolloutId, as)).toMatchObject({ state: 'ended', counts: [{ notReturned: 3 }] });

    await act(rolloutId, 'rollBack', as);
    await runAt(START + 30 * MINUTE);
    expect(await inState(rolloutId, 'returnSent', as)).toEqual(serials.filter((one) => one !== fails));
    for (const one of await inState(rolloutId, 'returnSent', as)) await updates(one, OLD);
    await runAt(START + 60 * MINUTE);
    expect(await read(rolloutId, as)).toMatchObject({
      state: 'rolledBack',
      counts: [{ returned: 2, notReturned: 1 }],
    });
  });

  it('leaves a silent unit alone that comes with another version, and gives one that has just gone back time to report it', async () => {
    const { serials, rolloutId, as } = await aRollBack(2);
    const [newer, back] = serials as [string, string];
    await runAt(START + 20 * MINUTE);
    await runAt(START + 4 * HOUR);
    expect(await inState(rolloutId, 'notReached', as)).toEqual(serials);

    await change(newer, { FirmVer: '99.1' });
    await isHeard(newer, START + 20 * DAY);
    expect(await heldAtBridge(newer, START + 20 * DAY)).toBe('The unit does not have the version of its rollout');
    const taken = (await messageOf(back))!;
    await rolloutUnitStore.told(taken);
    await syncQueueStore.end(back, taken.MessageKeyHex);
    await isHeard(back, START + 20 * DAY);
    await runAt(START + 20 * DAY + MINUTE);
    expect(await messageOf(back)).toBeUndefined();
    await change(back, { FirmVer: OLD });
    await runAt(START + 20 * DAY + 2 * HOUR);
    expect(await messageOf(newer)).toBeUndefined();
    expect(await read(rolloutId, as)).toMatchObject({ state: 'rolledBack', counts: [{ returned: 2 }] });
  });

  it('sends no second update to a unit that comes late and waits for another one', async () => {
    const { tag, units } = await someUnits(1);
    const { UnitSerNum } = units[0]!;
    const { rolloutId, version, proposer: as } = await aRunningRollout(tag, oneStage(tag));
    await theOldVersion(as);
    await runAt(START);
    await ask(ota.cancel, { serialNumber: UnitSerNum, MessageKey: (await messageOf(UnitSerNum))!.MessageKeyHex, as });
    for (const hour of [1, 2, 3]) await runAt(START + hour * HOUR);
    await act(rolloutId, 'rollBack', as);
    await runAt(START + 4 * HOUR);
    await runAt(START + 5 * HOUR + 10 * MINUTE);
    expect((await read(rolloutId, as)).state).toBe('awaitingUnits');
    const { FirmVerKey } = await aSignedVersion(as);
    await change(UnitSerNum, { FirmVer: version.version });
    await ask(ota.upload, { serialNumber: UnitSerNum, type: 'FIRMVER', file: FirmVerKey, as });
    await isHeard(UnitSerNum, START + 2 * DAY);
    await runAt(START + 2 * DAY + MINUTE);
    expect(await listed(rolloutId, 'notReached', as)).toMatchObject([{ reason: 'Another update waits for the unit' }]);
    const { data } = await UnitEntity.get({ UnitSerNum }).go();
    expect(await syncQueueStore.list(data as UnitRecord)).toHaveLength(1);
  });

  it('takes back units that a release without the state ‘cancelled’ left out after they were sent the update', async () => {
    const { tag, serials } = await someUnits(3);
    const [took, neverSent, other] = serials as [string, string, string];
    await change(neverSent, { AllowOTAUpdate: 0 });
    const { rolloutId, version, proposer: as } = await aRunningRollout(tag, oneStage(tag));
    await theOldVersion(as);
    await runAt(START);
    for (const one of [took, other]) await updates(one, version.version);
    await runAt(START + 10 * MINUTE, 1);
    const { stage } = (await rolloutUnitStore.get(rolloutId, took))!;
    await rolloutUnitStore.move((await rolloutUnitStore.get(rolloutId, took))!, {
      ...{ state: 'skipped', nextAt: instant(START), reason: 'Somebody cancelled the update of this unit' },
    });
    await RolloutEntity.patch({ portal: 'rollouts', rolloutId }).remove(['knowsCancelled']).go();
    expect(await listed(rolloutId, 'skipped', as)).toMatchObject([{ UnitSerNum: took, stage }]);
    await act(rolloutId, 'rollBack', as);
    await runAt(START + 20 * MINUTE);
    await runAt(START + 90 * MINUTE);
    expect(await inState(rolloutId, 'returnSent', as)).toEqual([took, other].sort());
    expect(await inState(rolloutId, 'skipped', as)).toEqual([neverSent]);
    expect((await messageOf(took))!).toMatchObject({ content: { version: OLD }, rollout: { isReturn: true } });
  });

  it('reads each unit that was left out once, also if a run is cut off', async () => {
    const { tag, serials } = await someUnits(1);
    const { rolloutId } = await aRunningRollout(tag, oneStage(tag));
    await RolloutEntity.patch({ portal: 'rollouts', rolloutId }).remove(['knowsCancelled']).go();
    // More than two pages. Those that were sent the update are the last ones.
    const leftOut = Array.from({ length: 450 }, (_, index) => ({
      ...{ rolloutId, UnitSerNum: String(700_000 + index), stage: 0, state: 'skipped' as const, tries: 0 },
      ...{ nextAt: instant(START + index), ...(index >= 440 && { sentAt: START }) },
    }));
    await RolloutUnitEntity.put([...leftOut, { ...leftOut[0]!, UnitSerNum: serials[0]! }]).go();
    const list = vi.spyOn(rolloutUnitStore, 'list');
    const keep = vi.spyOn(rolloutStore, 'keep');
    onTestFinished(() => void [list, keep].map((spy) => spy.mockRestore()));
    const aRunOf = async (pages: number) => rollBack((await rolloutStore.find(rolloutId))!, () => pages-- > 0);

    await aRunOf(1);
    keep.mockRejectedValueOnce(new Error('The run is cut off'));
    await expect(aRunOf(1)).rejects.toThrow(withMessage('The run is cut off'));
    await aRunOf(1);
    await aRunOf(1);
    const [first, cutOff, again, last] = list.mock.calls.map(([, , { cursor }]) => cursor);
    expect(first).toBeUndefined();
    expect(new Set([first, cutOff, last]).size).toBe(3);
    expect(again).toBe(cutOff);
    expect((await rolloutStore.find(rolloutId))!.knowsCancelled).toBe(true);
    const cancelled = await rolloutUnitStore.list(rolloutId, 'cancelled', { pageSize: 200 });
    expect(cancelled.items).toHaveLength(10);
  });

  it('brings units back although its version is gone', async () => {
    const { tag, serials } = await someUnits(1);
    const { rolloutId, version, proposer: as } = await aRunningRollout(tag, oneStage(tag, { watchHours: 24 }));
    await theOldVersion(as);
    await runAt(START);
    await updates(serials[0]!, version.version);
    await runAt(START + 10 * MINUTE, 1);
    const { unitModel, firmVerType } = version;
    await FirmwareVersionEntity.remove({ portal: 'firmware', unitModel, firmVerType, version: version.version }).go();
    await runAt(START + 20 * MINUTE, 1);
    const paused = await read(rolloutId, as);
    expect(paused).toMatchObject({ state: 'paused', reason: 'Its version is gone or not signed' });
    await act(rolloutId, 'rollBack', as);
    await runAt(START + 30 * MINUTE);
    expect(await inState(rolloutId, 'returnSent', as)).toEqual(serials);
    expect((await messageOf(serials[0]!))!.content).toMatchObject({ version: OLD } satisfies Values);
  });

  it('waits with a unit whose earlier version is signed with another key, until it is signed again', async () => {
    const reason = 'This version is signed with another key. The key of this portal must sign it first';
    const { tag, serials } = await someUnits(1);
    const { rolloutId, version, proposer: as } = await aRunningRollout(tag, oneStage(tag, { watchHours: 24 }));
    await theOldVersion(as);
    await runAt(START);
    await updates(serials[0]!, version.version);
    await runAt(START + 10 * MINUTE, 1);
    const earlier = { ...version, version: OLD };
    await changeSignature(version, byAStranger);
    await changeSignature(earlier, byAStranger);
    await runAt(START + 20 * MINUTE, 1);
    expect(await read(rolloutId, as)).toMatchObject({ state: 'paused', reason });

    await act(rolloutId, 'rollBack', as);
    await runAt(START + 30 * MINUTE);
    expect(await listed(rolloutId, 'returning', as)).toMatchObject([{ UnitSerNum: serials[0], reason }]);
    expect(await messageOf(serials[0]!)).toBeUndefined();
    await runAt(START + 31 * MINUTE);
    expect((await read(rolloutId, as)).reason).toBe(reason);
    await ask(ota.sign, { FirmVerKey: firmVerKey(earlier), as });
    await runAt(START + 32 * MINUTE);
    expect((await read(rolloutId, as)).reason).toBeUndefined();
    await isHeard(serials[0]!, START + 2 * HOUR);
    await runAt(START + 2 * HOUR);
    expect(await inState(rolloutId, 'returnSent', as)).toEqual(serials);
  });

  it('reads all units that return only after one of them got its signature', async () => {
    const reason = SIGNER_REFUSALS.foreign;
    const { serials, rolloutId, as } = await aRollBack(1);
    const earlier = { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: OLD } as const;
    await changeSignature(earlier, byAStranger);
    const begun = START + 20 * MINUTE;
    await runAt(begun);
    expect(await read(rolloutId, as)).toMatchObject({ state: 'rollingBack', reason });
    // Two pages, before the unit that waits.
    const others = Array.from({ length: 400 }, (_, index) => ({
      ...{ rolloutId, UnitSerNum: String(700_000 + index), stage: 0, state: 'returning' as const, tries: 0 },
      nextAt: instant(begun + 10 * MINUTE + index),
    }));
    await RolloutUnitEntity.put(others).go();
    const list = vi.spyOn(rolloutUnitStore, 'list');
    onTestFinished(() => list.mockRestore());
    const pages = () => list.mock.calls.filter(([, state]) => state === 'returning').length;

    await runAt(begun + MINUTE, 1);
    expect(pages()).toBe(1);
    expect((await read(rolloutId, as)).reason).toBe(reason);
    await ask(ota.sign, { FirmVerKey: firmVerKey(earlier), as });
    await isHeard(serials[0]!, begun + 2 * MINUTE);
    await RolloutUnitEntity.patch({ rolloutId, UnitSerNum: serials[0]! })
      .set({ nextAt: instant(begun) })
      .go();
    list.mockClear();
    await runAt(begun + 2 * MINUTE, 1);
    expect(pages()).toBe(3);
    expect((await read(rolloutId, as)).reason).toBeUndefined();
    expect(await inState(rolloutId, 'returnSent', as)).toEqual(serials);
  });

  it('waits seven days for a signature and no longer, however long the unit waited before, and shows why', async () => {
    const reason = SIGNER_REFUSALS.foreign;
    const { serials, rolloutId, as } = await aRollBack(1);
    const earlier = { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: OLD } as const;
    await RolloutUnitEntity.patch({ rolloutId, UnitSerNum: serials[0]! })
      .set({ waitsSince: START - 30 * DAY })
      .go();
    await changeSignature(earlier, byAStranger);
    const begun = START + 20 * MINUTE;
    await runAt(begun);
    expect(await read(rolloutId, as)).toMatchObject({ state: 'rollingBack', reason });
    for (const [days, state] of [
      [6, 'returning'],
      [7, 'notReturned'],
    ] as const) {
      const now = begun + days * DAY + HOUR;
      await isHeard(serials[0]!, now);
      await runAt(now);
      expect(await listed(rolloutId, state, as)).toMatchObject([{ UnitSerNum: serials[0], reason }]);
    }
    const over = await read(rolloutId, as);
    expect(over.state).toBe('rolledBack');
    expect(over.reason).toBeUndefined();
    await ask(ota.sign, { FirmVerKey: firmVerKey(earlier), as });
  });

  it('does not let units whose queue is full use up the turns of others', async () => {
    const { tag, serials } = await someUnits(1);
    const { rolloutId, version, proposer: as } = await aRunningRollout(tag, oneStage(tag, { watchHours: 24 }));
    await theOldVersion(as);
    await runAt(START);
    await updates(serials[0]!, version.version);
    await runAt(START + 10 * MINUTE, 1);
    await change(serials[0]!, { syncQueued: 100 });
    await act(rolloutId, 'rollBack', as);
    await runAt(START + 20 * MINUTE, 1);
    const { data } = await RolloutUnitEntity.get({ rolloutId, UnitSerNum: serials[0]! }).go();
    expect(data).toMatchObject({ state: 'returning', nextAt: '2026-11-24T10:20:00.000Z' });
  });
});
