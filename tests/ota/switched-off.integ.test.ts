import { beforeAll, expect, it } from 'vitest';
import { storedDownloads } from '#bridge/adapters/downloads.ts';
import { ota } from '#core/ota/contract.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { shownQueue } from '#data/unit-configuration/shown.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { UnitEntity, unitStore } from '#data/units/units.ts';
import { ask } from '#support/call.ts';
import { uploaded } from '#support/firmware-upload.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

beforeAll(someDealers);

it('stops a download that has begun while the updates of its unit are switched off', async () => {
  const as = await aUser({ dealer: 1, flags: ['ENGINEER'] });
  const { UnitSerNum } = await aUnit({ UnitModel: 'MXD-LTE', FirmVer: '2.2.0.0.4', AllowOTAUpdate: 1 });
  const file = await uploaded(as, 'firmware', Buffer.from(`firmware of ${UnitSerNum}`));
  const { FirmVerKey } = await ask(ota.create, {
    ...{ unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: `9.${process.pid % 1000}.1.0`, file, as },
  });
  const { MessageKey } = await ask(ota.upload, { serialNumber: UnitSerNum, type: 'FIRMVER', file: FirmVerKey, as });
  await syncQueueStore.progress(UnitSerNum, MessageKey!, { value: 1, max: 9 });
  const heldAtBridge = async () => {
    const waiting = await storedDownloads.waiting({ UnitSerNum, UnitModel: 'MXD-LTE' }, MessageKey!);
    expect(waiting).toBeDefined();
    return waiting!.heldBack;
  };
  expect(await heldAtBridge()).toBeUndefined();

  await UnitEntity.patch({ UnitSerNum }).set({ AllowOTAUpdate: 0 }).go();
  const off = 'Updates over the air are switched off for this unit';
  expect(await heldAtBridge()).toBe(off);
  const [unit] = await unitStore.getMany(WHOLE_TREE, [UnitSerNum]);
  expect(await shownQueue(unit!, Date.now())).toMatchObject([{ MessageType: 'FIRMVER', heldBack: off }]);
  // Nor is it announced at once when an engineer asks for it.
  expect(await syncQueueStore.due(UnitSerNum, ['FIRMVER'], Date.now())).toEqual([]);

  await UnitEntity.patch({ UnitSerNum }).set({ AllowOTAUpdate: 1 }).go();
  expect(await heldAtBridge()).toBeUndefined();
});
