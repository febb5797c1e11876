import { describe, expect, it, vi } from 'vitest';
import { ota } from '#core/ota/contract.ts';
import { rollouts } from '#core/rollouts/contract.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { SYSTEM } from '#data/audit/audit.ts';
import { endRefusedUpdate } from '#data/rollouts/refused-update.ts';
import { rolloutUnitStore } from '#data/rollouts/rollout-units.ts';
import { rolloutStore } from '#data/rollouts/rollouts.ts';
import { queueMessage } from '#data/unit-configuration/queue-messages.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { UnitEntity } from '#data/units/units.ts';
import { ask } from '#support/call.ts';
import { scopeOf } from '#support/world.ts';
import {
  act,
  aRunningRollout,
  inState,
  isHeard,
  listed,
  messageOf,
  oneStage,
  read,
  reports,
  run,
  runAt,
  START,
  someUnits,
  testsOfRollouts,
  updates,
} from './support.ts';

testsOfRollouts();

describe('two at once', () => {
  it('keep the pace together', async () => {
    const { tag } = await someUnits(4);
    const { rolloutId, proposer: as } = await aRunningRollout(tag, {
      ...oneStage(tag),
      unitsPerHour: 1,
    });
    const stored = await rolloutStore.get(rolloutId);
    const find = vi.spyOn(rolloutStore, 'atWork').mockResolvedValue([stored]);
    await run();
    // This run has read the rollout before the first one used up the pace.
    await run();
    find.mockRestore();
    expect(await inState(rolloutId, 'sent', as)).toHaveLength(1);
    // The others wait for their turn, not for an hour.
    const items = await listed(rolloutId, 'waiting', as);
    expect(items.map(({ nextAt }) => Date.parse(nextAt))).toEqual([START, START, START]);
  });

  it('send a unit one update: a person orders another one while the rollout sends its own', async () => {
    const { tag, serials } = await someUnits(1);
    const { rolloutId, proposer: as } = await aRunningRollout(tag);
    const { data: unit } = await UnitEntity.get({ UnitSerNum: serials[0]! }).go({ consistent: true });
    const rights = { ...SYSTEM, dealerKey: 1 } as unknown as Parameters<typeof queueMessage>[0];
    const list = syncQueueStore.list;
    const listing = vi.spyOn(syncQueueStore, 'list').mockImplementationOnce(async (of) => {
      const waiting = await list(of);
      await queueMessage(rights, unit as UnitRecord, { MessageType: 'FIRMVER', content: {} }, START);
      return waiting;
    });
    await runAt(START);
    listing.mockRestore();
    expect(await list(unit as UnitRecord)).toMatchObject([{ content: {} }]);
    expect(await listed(rolloutId, 'waiting', as)).toMatchObject([{ reason: 'Another update waits for the unit' }]);
  });

  it('choose no more units than the stage may have, and none once the rollout has changed', async () => {
    const { serials } = await someUnits(4);
    const { rolloutId, proposer: as } = await aRunningRollout('nobody', {
      ...oneStage('nobody', { atMost: 2 }),
    });
    const rollout = await rolloutStore.get(rolloutId);
    expect(await rolloutUnitStore.choose(rollout, serials.slice(0, 1), 2, START)).toBe(1);
    // Another run has not seen the first one, and goes on elsewhere.
    expect(await rolloutUnitStore.choose(rollout, serials.slice(1, 3), 2, START)).toBeUndefined();
    expect(await rolloutUnitStore.choose(rollout, serials.slice(1, 2), 2, START)).toBe(1);
    expect((await read(rolloutId, as)).counts).toEqual([{ waiting: 2 }]);

    const open = await aRunningRollout('nobody', { stages: [{ name: 'One', atMost: 9, watchHours: 1 }] });
    const before = await rolloutStore.get(open.rolloutId);
    await ask(rollouts.act, { rolloutId: open.rolloutId, action: 'pause', revision: 1, as: open.approver });
    expect(await rolloutUnitStore.choose(before, serials, 9, START)).toBeUndefined();
  });

  it('a report of a failure counts, although the worker looks at the unit at the same moment', async () => {
    const { tag, serials } = await someUnits(1);
    const { rolloutId, proposer: as } = await aRunningRollout(tag);
    await runAt(START);
    const stale = (await rolloutUnitStore.get(rolloutId, serials[0]!))!;
    const { MessageKeyHex } = (await messageOf(serials[0]!))!;
    await rolloutUnitStore.move(stale, { state: 'sent', nextAt: '2026-11-24T09:30:00.000Z' });
    const get = vi.spyOn(rolloutUnitStore, 'get').mockResolvedValueOnce(stale);
    await reports(serials[0]!, MessageKeyHex, 'failed', START + MINUTE);
    get.mockRestore();
    const items = await listed(rolloutId, 'waiting', as);
    expect(items).toMatchObject([{ tries: 1, reason: 'The unit told that the update failed' }]);
  });

  it('does not end while the index hides a unit', async () => {
    const { tag, serials } = await someUnits(1);
    const { rolloutId, proposer: as } = await aRunningRollout(tag);
    await runAt(START);
    await act(rolloutId, 'end', as);
    const list = vi.spyOn(rolloutUnitStore, 'list').mockResolvedValue({ items: [], cursor: null });
    await runAt(START + MINUTE, 1);
    list.mockRestore();
    expect((await read(rolloutId, as)).state).toBe('ending');
    await runAt(START + 2 * MINUTE, 1);
    expect((await read(rolloutId, as)).state).toBe('ended');
    expect(await messageOf(serials[0]!)).toBeUndefined();
  });
});

describe('the update of a rollout that a person orders too', () => {
  /** The message of a rollout, after a person has ordered its content. */
  async function anOrder(isPriced = false) {
    const { tag, serials } = await someUnits(1);
    const [serialNumber] = serials;
    const { rolloutId, proposer: as, version } = await aRunningRollout(tag);
    await runAt(START);
    const sent = (await messageOf(serialNumber!))!;
    expect(sent.rollout).toMatchObject({ rolloutId });
    const { FirmVerKey: file } = version;
    const { data: unit } = await UnitEntity.get({ UnitSerNum: serialNumber! }).go({ consistent: true });
    const { MessageType, content } = sent;
    const order = isPriced
      ? await queueMessage(scopeOf(as), unit!, { MessageType, content }, START)
      : (await ask(ota.upload, { serialNumber: serialNumber!, type: 'FIRMVER', file, as })).MessageKey;
    expect(order).toBe(sent.MessageKeyHex);
    return { rolloutId, as, unit: unit!, sent, version };
  }
  const dueOf = async ({ UnitSerNum }: UnitRecord, now: number) =>
    (await syncQueueStore.due(UnitSerNum, ['FIRMVER'], now)).map(({ MessageKeyHex }) => MessageKeyHex);

  it.each([
    ['an engineer', 'end', false],
    ['an engineer', 'rollBack', false],
    ['an engineer', 'pause', false],
    ['somebody who takes the upgrade', 'end', true],
    ['somebody who takes the upgrade', 'pause', true],
  ] as const)('waits for the unit as the order of %s after the rollout was told to %s', async (_, action, isPriced) => {
    const { rolloutId, as, unit, sent } = await anOrder(isPriced);
    await act(rolloutId, action, as);
    await runAt(START + MINUTE);
    expect(await dueOf(unit, START + HOUR)).toEqual([sent.MessageKeyHex]);
    expect((await messageOf(unit.UnitSerNum))!.asked === undefined).toBe(isPriced);
    const { data } = await UnitEntity.get({ UnitSerNum: unit.UnitSerNum }).go({ consistent: true });
    expect(data!.syncQueued).toBe(1);
  });

  it('is not ended by a look at the update before it was ordered', async () => {
    const { unit, sent } = await anOrder(true);
    await endRefusedUpdate(unit, sent, 'The unit takes no such version any more', START);
    expect(await dueOf(unit, START + HOUR)).toEqual([sent.MessageKeyHex]);
  });

  it('stays after the 7 days that the rollout waits for the unit, and the rollout goes on', async () => {
    const { rolloutId, as, unit, sent } = await anOrder();
    await runAt(START + 8 * DAY);
    expect(await inState(rolloutId, 'cancelled', as)).toEqual([unit.UnitSerNum]);
    expect(await dueOf(unit, START + 8 * DAY)).toEqual([sent.MessageKeyHex]);
  });

  it('is the update of the rollout if the unit reports its version', async () => {
    const { rolloutId, as, unit, version } = await anOrder();
    await updates(unit.UnitSerNum, version.version);
    await runAt(START + 10 * MINUTE);
    expect(await inState(rolloutId, 'watched', as)).toEqual([unit.UnitSerNum]);
  });

  it.each([
    ['once', false],
    ['twice', true],
  ])('counts as a failure of its stage if it fails, ordered %s', async (_, isOrderedAgain) => {
    const { rolloutId, as, unit, sent, version } = await anOrder();
    const order = { serialNumber: unit.UnitSerNum, type: 'FIRMVER', file: version.FirmVerKey, as } as const;
    if (isOrderedAgain) await ask(ota.upload, order);
    await reports(unit.UnitSerNum, sent.MessageKeyHex, 'failed', START + MINUTE);
    expect(await messageOf(unit.UnitSerNum)).toBeUndefined();
    expect(await listed(rolloutId, 'waiting', as)).toMatchObject([
      { tries: 1, reason: 'The unit told that the update failed' },
    ]);
  });

  it('counts as a failure of its stage if it is done and the unit reports another version', async () => {
    const { rolloutId, as, unit, sent } = await anOrder();
    await reports(unit.UnitSerNum, sent.MessageKeyHex, 'done', START + MINUTE);
    await isHeard(unit.UnitSerNum, START + 3 * HOUR);
    for (const hour of [1, 2, 4]) await runAt(START + hour * HOUR);
    expect(await listed(rolloutId, 'failed', as)).toMatchObject([
      { reason: 'The unit told that the update is done, but reports another version' },
    ]);
  });
});
