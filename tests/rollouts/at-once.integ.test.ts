import { describe, expect, it, vi } from 'vitest';
import { rollouts } from '#core/rollouts/contract.ts';
import { MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { SYSTEM } from '#data/audit/audit.ts';
import { rolloutUnitStore } from '#data/rollouts/rollout-units.ts';
import { rolloutStore } from '#data/rollouts/rollouts.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { UnitEntity } from '#data/units/units.ts';
import { ask } from '#support/call.ts';
import {
  act,
  aRunningRollout,
  inState,
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
    const rights = { ...SYSTEM, dealerKey: 1 } as unknown as Parameters<typeof syncQueueStore.add>[0];
    const list = syncQueueStore.list;
    const listing = vi.spyOn(syncQueueStore, 'list').mockImplementationOnce(async (of) => {
      const waiting = await list(of);
      await syncQueueStore.add(rights, unit as UnitRecord, { MessageType: 'FIRMVER', content: {} }, START);
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
