import { beforeAll, describe, expect, it } from 'vitest';
import { support } from '#core/support/contract.ts';
import { MAX_ENTRIES } from '#core/support/library.ts';
import { unitNotes } from '#core/unit-notes/contract.ts';
import { MAX_PINS } from '#core/unit-notes/pins.ts';
import { units } from '#core/units/contract.ts';
import { MAX_VIEWS } from '#core/units/views.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { LibraryEntity } from '#data/support/entities.ts';
import { PinEntity } from '#data/unit-notes/pins.ts';
import { ownerOfViews, UnitViewEntity } from '#data/units/views.ts';
import { call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

let person: UserRecord;
beforeAll(async () => {
  await someDealers();
  person = await aUser({ dealer: 1, flags: ['UNIT_EDIT', 'ENGINEER'] });
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
const SETS = {
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
};

describe('a set that may have only so many items', () => {
  it.each(Object.entries(SETS))('takes one of several that are added at once: %s', async (_, { most, ...set }) => {
    for (let one = 1; one < most; one++) await set.store(one);
    const answers = await Promise.all([1, 2, 3, 4].map((one) => set.add(one)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 413, 413, 413]);
    expect(await set.count()).toBe(most);
  });
});
