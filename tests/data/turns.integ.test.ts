import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { MAX_WAITING } from '#core/consoles/command-id.ts';
import { AppError, HTTP_STATUS } from '#core/errors.ts';
import { MAX_OF_DEALER } from '#core/monitoring-centers/center.ts';
import { ota } from '#core/ota/contract.ts';
import { MAX_PASSKEYS } from '#core/passkeys/passkey.ts';
import { support } from '#core/support/contract.ts';
import { MAX_ENTRIES } from '#core/support/library.ts';
import { unitActions } from '#core/unit-actions/contract.ts';
import { unitNotes } from '#core/unit-notes/contract.ts';
import { MAX_PINS } from '#core/unit-notes/pins.ts';
import { units } from '#core/units/contract.ts';
import { MAX_VIEWS } from '#core/units/views.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { WaitingCommandEntity } from '#data/consoles/commands.ts';
import { client } from '#data/kit/table.ts';
import { MonitoringCenterEntity } from '#data/monitoring-centers/centers.ts';
import { changeCentersOf, DealerCenterEntity } from '#data/monitoring-centers/centers-of-dealers.ts';
import { MAX_VERSIONS } from '#data/ota/firmware-changes.ts';
import { FirmwareVersionEntity } from '#data/ota/firmware-entities.ts';
import { PasskeyEntity } from '#data/passkeys/entities.ts';
import { passkeyStore } from '#data/passkeys/passkeys.ts';
import { LibraryEntity } from '#data/support/entities.ts';
import { PinEntity } from '#data/unit-notes/pins.ts';
import { ownerOfViews, UnitViewEntity } from '#data/units/views.ts';
import { aPasskey } from '#support/accounts.ts';
import { call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { runningScope } from '#support/world.ts';

let person: UserRecord;
beforeAll(async () => {
  await someDealers();
  person = await aUser({ dealer: 1, flags: ['UNIT_EDIT', 'ENGINEER'] });
  await aUnit({ number: 777, dealer: 1, UnitModel: 'MXD-LTE' });
});

/** Sets of at most so many items: how one is stored that is there already, how a person adds one, and how many there are. */
const viewsOf = (shared: boolean) => {
  const owner = () => ownerOfViews(shared, { userKey: person.UserKey, dealerKey: 1 });
  return {
    most: MAX_VIEWS,
    store: (one: number) =>
      UnitViewEntity.put({ owner: owner(), key: `v${one}`, name: `v${one}`, parameters: {}, savedBy: '' }).go(),
    add: (one: number) =>
      call(units.saveView, { name: `New ${one}`, parameters: { condition: 'late' }, shared, as: person }),
    count: async () => (await UnitViewEntity.query.byOwner({ owner: owner() }).go({ pages: 'all' })).data.length,
  };
};
const libraryOf = (kind: 'video' | 'download') => ({
  most: MAX_ENTRIES,
  store: (one: number) =>
    LibraryEntity.put({ kind, entryKey: `e${one}`, group: 'A', title: 'B', link: 'https://example.com' }).go(),
  add: (one: number) =>
    call(support.addEntry, { kind, group: 'A', title: `T${one}`, link: 'https://example.com/a', as: person }),
  count: async () => (await LibraryEntity.query.byKind({ kind }).go({ pages: 'all' })).data.length,
});

/** The outcome of a call of a store, as an answer would have it. */
const answerOf = (writing: Promise<unknown>): Promise<{ status: number }> =>
  writing.then(
    () => ({ status: 200 }),
    (error: unknown) => {
      if (error instanceof AppError) return { status: HTTP_STATUS[error.code] };
      throw error;
    },
  );

const firmwareVersions = {
  most: MAX_VERSIONS,
  store: (one: number) => FirmwareVersionEntity.put({ ...firmware(`1.1.${one}`), releaseDate: '2026' }).go(),
  add: (one: number) => {
    const { portal: _, ...version } = firmware(`2.1.${one}`);
    return call(ota.create, { ...version, as: person });
  },
  count: async () =>
    (await FirmwareVersionEntity.query.byVersion({ portal: 'firmware' }).go({ pages: 'all' })).data.length,
};
const firmware = (version: string) =>
  ({
    portal: 'firmware',
    unitModel: 'MXD-LTE',
    firmVerType: 'MXDLTE',
    version,
    location: 'MXD-LTE/a.bin',
    upgradePrice: 0,
  }) as const;

async function addPasskey(): Promise<void> {
  const passkeyId = randomUUID();
  const made = { counter: 0, transports: [], backedUp: false, createdAt: '2026', publicKey: 'AA', name: 'Key' };
  const passkey = { ...made, passkeyId, credentialId: passkeyId, UserKey: person.UserKey };
  await passkeyStore.add(await runningScope(person), passkey, Date.now());
}
const passkeys = {
  most: MAX_PASSKEYS,
  refusal: 409,
  store: (one: number) => aPasskey(person.UserKey, `passkey ${one}`, { passkeyId: `passkey ${one}` }),
  add: () => answerOf(addPasskey()),
  count: async () => (await PasskeyEntity.query.byUser({ UserKey: person.UserKey }).go({ pages: 'all' })).data.length,
};

async function giveCenter(dealerKey: number): Promise<void> {
  const id = randomUUID();
  await MonitoringCenterEntity.put({ DealerKey: 1, id, version: 1, name: id, protocol: 1, status: 2 }).go();
  await changeCentersOf(await runningScope(person), { dealerKey, add: [id], remove: [] }, Date.now());
}
const linksOf = async (DealerKey: number) =>
  (await DealerCenterEntity.query.byDealer({ DealerKey }).go({ pages: 'all' })).data;
const centers = {
  most: MAX_OF_DEALER,
  refusal: 409,
  store: (one: number) => DealerCenterEntity.put({ mcKey: `c${one}`, DealerKey: 49, OwnerKey: 1 }).go(),
  add: () => answerOf(giveCenter(49)),
  count: async () => (await linksOf(49)).length,
};

const busyUnit = '400777';
const waitingCommands = {
  most: MAX_WAITING,
  refusal: 429,
  store: (one: number) =>
    WaitingCommandEntity.put({
      ...{ UnitSerNum: busyUnit, commandId: `console-${one}`, command: 'Query', arguments: {} },
      ...{ validUntil: Date.now() + 60_000, givenBy: 'somebody', DealerKey: 1 },
    }).go(),
  add: async () => call(unitActions.tcpMessage, { UnitSerNum: busyUnit, command: 'speakervol 5', as: person }),
  count: async () =>
    (await WaitingCommandEntity.query.byUnit({ UnitSerNum: busyUnit }).go({ pages: 'all' })).data.length,
};

interface LimitedSet {
  most: number;
  refusal?: number;
  store(one: number): Promise<unknown>;
  add(one: number): Promise<{ status: number }>;
  count(): Promise<number>;
}
const SETS: Record<string, LimitedSet> = {
  'views of a person': viewsOf(false),
  'views of a dealer': viewsOf(true),
  'pinned units': {
    most: MAX_PINS,
    store: (one: number) =>
      PinEntity.put({ userKey: person.UserKey, UnitSerNum: `PIN${100 + one}`, pinnedAt: '2026' }).go(),
    add: async () => {
      const { UnitSerNum } = await aUnit({ dealer: 220 });
      return call(unitNotes.setPinned, { UnitSerNum, pinned: true, as: person });
    },
    count: async () => (await PinEntity.query.byUser({ userKey: person.UserKey }).go({ pages: 'all' })).data.length,
  },
  'training videos': libraryOf('video'),
  downloads: libraryOf('download'),
  'versions of firmware': firmwareVersions,
  'passkeys of a user': passkeys,
  'monitoring centres of a dealer': centers,
  'commands that wait for a unit': waitingCommands,
};

describe('a set that may have only so many items', () => {
  it.each(Object.entries(SETS))(
    'takes one of several that are added at once: %s',
    async (_, { most, refusal = 413, ...set }) => {
      for (let one = 1; one < most; one++) await set.store(one);
      const answers = await Promise.all([1, 2, 3, 4].map((one) => set.add(one)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, refusal, refusal, refusal]);
      expect(await set.count()).toBe(most);
    },
  );

  it.each([
    ['passkeys of a user', MAX_PASSKEYS, addPasskey],
    ['monitoring centres of a dealer', MAX_OF_DEALER, () => giveCenter(22)],
  ])('counts what its index does not list yet: %s', async (_, most, add) => {
    person = await aUser({ dealer: 1, flags: ['UNIT_EDIT', 'ENGINEER'] });
    const send = client.send.bind(client);
    const lagging = vi.spyOn(client, 'send').mockImplementation((async (command: never, ...rest: []) => {
      const { input } = command as { input: { IndexName?: string } };
      return input.IndexName ? { Items: [], Count: 0, $metadata: {} } : send(command, ...rest);
    }) as never);
    for (let one = 1; one <= most; one++) await add();
    await expect(add()).rejects.toMatchObject({ code: 'CONFLICT' });
    lagging.mockRestore();
  });
});
