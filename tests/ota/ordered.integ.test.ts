import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storedDownloads } from '#bridge/adapters/downloads.ts';
import { tableSyncQueue } from '#bridge/adapters/sync-queue.ts';
import { ota } from '#core/ota/contract.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { endRefusedUpdate } from '#data/rollouts/refused-update.ts';
import { syncQueueStore } from '#data/unit-configuration/sync-queue.ts';
import { unitStore } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { auditOf } from '#support/audit.ts';
import { ask } from '#support/call.ts';
import { uploaded } from '#support/firmware-upload.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

const version = { unitModel: 'MXD-LTE', firmVerType: 'MXDLTE', version: '2.6.1.0.1' } as const;
let FirmVerKey: string;
let as: UserRecord;
let unit: UnitRecord;

beforeAll(async () => {
  await someDealers();
  const publisher = await aUser({ dealer: 1, flags: ['ENGINEER', 'UNIT_EDIT'] });
  const file = await uploaded(publisher, 'firmware', Buffer.from('firmware that somebody orders'));
  ({ FirmVerKey } = await ask(ota.create, { ...version, file, makeCurrent: true, as: publisher }));
});
beforeEach(async () => {
  as = await aUser({ dealer: 22, flags: ['ENGINEER', 'UNIT_EDIT'] });
  unit = await aUnit({ dealer: 22, UnitModel: 'MXD-LTE', FirmVer: '2.3.0.0.1' });
});

const ordered = async (by = as) => {
  const order = { serialNumber: unit.UnitSerNum, type: 'FIRMVER', file: FirmVerKey, as: by } as const;
  const { MessageKey } = await ask(ota.upload, order);
  return MessageKey!;
};
const otherEngineer = async () => ordered(await aUser({ dealer: 22, flags: ['ENGINEER', 'UNIT_EDIT'] }));
const upgraded = async () => {
  const dealer = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
  const upgrade = { UnitSerNum: unit.UnitSerNum, Version: version.version, Method: 'OTA', as: dealer } as const;
  const { MessageKey } = await ask(ota.upgradeFirmware, upgrade);
  return MessageKey!;
};
const lostEngineer = () => {
  const { UserKey, UserName, dealerPath } = as;
  return UserEntity.patch({ UserKey })
    .set({ UserName, dealerPath, flags: ['UNIT_EDIT'] })
    .go();
};
const announced = async () => {
  const { UnitSerNum } = unit;
  const { messages } = await tableSyncQueue.due({ UnitSerNum, configuration: false, types: ['FIRMVER'] });
  return messages.map(({ MessageKey }) => MessageKey);
};
const fileFor = (MessageKey: string) =>
  storedDownloads.waiting({ UnitSerNum: unit.UnitSerNum, UnitModel: 'MXD-LTE' }, MessageKey);

it('an update is announced to its unit, and read for it, while its engineer may order it', async () => {
  const MessageKey = await ordered();
  expect(await announced()).toEqual([MessageKey]);
  expect(await fileFor(MessageKey)).toBeDefined();
});

it.each([
  ['announced', announced],
  ['read', fileFor],
])('an update whose engineer lost the right is not %s: it ends, and the audit says why', async (_, asks) => {
  const MessageKey = await ordered();
  await lostEngineer();
  expect((await asks(MessageKey)) ?? []).toEqual([]);
  expect(await syncQueueStore.list(unit)).toEqual([]);
  expect((await auditOf('unit', unit.UnitSerNum)).at(-1)).toMatchObject({
    action: 'end refused update',
    after: { reason: 'The access of who ordered it has ended' },
  });
});

describe('firmware that is ordered again while it waits', () => {
  it('is one message, which goes on when the engineer who ordered it first loses the right', async () => {
    const MessageKey = await ordered();
    expect(await ordered(await aUser({ dealer: 22, flags: ['ENGINEER', 'UNIT_EDIT'] }))).toBe(MessageKey);
    await lostEngineer();
    expect(await announced()).toEqual([MessageKey]);
  });

  it('goes on when the engineer who ordered it last loses the right, and ends with the right of all', async () => {
    const first = await aUser({ dealer: 22, flags: ['ENGINEER', 'UNIT_EDIT'] });
    const MessageKey = await ordered(first);
    expect(await ordered()).toBe(MessageKey);
    expect(await ordered()).toBe(MessageKey);
    await lostEngineer();
    expect(await announced()).toEqual([MessageKey]);
    as = first;
    await lostEngineer();
    expect(await announced()).toEqual([]);
    expect(await syncQueueStore.list(unit)).toEqual([]);
  });

  it('is in the audit of the unit, each time with who ordered it', async () => {
    const other = await aUser({ dealer: 22, flags: ['ENGINEER', 'UNIT_EDIT'] });
    await ordered();
    await ordered(other);
    expect(await auditOf('unit', unit.UnitSerNum)).toMatchObject([
      { action: 'queue message', actorKey: as.UserKey, after: { MessageType: 'FIRMVER' } },
      { action: 'join queued message', actorKey: other.UserKey, after: { MessageType: 'FIRMVER' } },
    ]);
  });

  it('is not ended by a look at the rights of those who ordered it before', async () => {
    const MessageKey = await ordered();
    const [before] = await syncQueueStore.list(unit);
    await ordered(await aUser({ dealer: 22, flags: ['ENGINEER', 'UNIT_EDIT'] }));
    await endRefusedUpdate(unit, before!, 'The access of who ordered it has ended', Date.now());
    expect(await announced()).toEqual([MessageKey]);
  });

  it.each([
    ['two engineers', () => [ordered(), ordered(), otherEngineer(), otherEngineer()]],
    ['two dealers who take the upgrade', () => [upgraded(), upgraded(), upgraded()]],
    ['an engineer and a dealer', () => [ordered(), upgraded()]],
  ])('by %s at once is one message', async (_, orders) => {
    const keys = await Promise.all(orders());
    const waiting = await syncQueueStore.list(unit);
    expect(waiting).toHaveLength(1);
    expect(new Set(keys)).toEqual(new Set([waiting[0]!.MessageKeyHex]));
    const { syncQueued } = (await unitStore.getMany(WHOLE_TREE, [unit.UnitSerNum]))[0]!;
    expect(syncQueued).toBe(1);
  });

  it.each([
    ['before', async () => [await ordered(), await upgraded()]],
    ['after', async () => [await upgraded(), await ordered()]],
  ])('is not lost to a dealer who takes the upgrade if an engineer ordered it %s', async (_, both) => {
    const [MessageKey, again] = await both();
    expect(again).toBe(MessageKey);
    await lostEngineer();
    expect(await announced()).toEqual([MessageKey]);
  });
});
