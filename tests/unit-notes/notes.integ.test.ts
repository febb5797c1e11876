import { beforeAll, describe, expect, it } from 'vitest';
import { unitNotes } from '#core/unit-notes/contract.ts';
import { MAX_PINS } from '#core/unit-notes/pins.ts';
import { units } from '#core/units/contract.ts';
import { MAX_TAGS } from '#core/units/tags.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { PinEntity } from '#data/unit-notes/pins.ts';
import { settleFacets } from '#data/units/settle-facets.ts';
import { UnitFacetCountEntity } from '#data/units/unit-facets.ts';
import { UnitEntity } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { runDeleteWithUser } from '#support/reactions.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';

let above: UserRecord;
let author: UserRecord;
let colleague: UserRecord;
let below: UserRecord;
beforeAll(async () => {
  await someDealers();
  above = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
  author = await aUser({ dealer: 220, flags: ['UNIT_EDIT'] });
  colleague = await aUser({ dealer: 220, flags: ['UNIT_EDIT'] });
  below = await aUser({ dealer: 2201, flags: ['UNIT_EDIT'] });
});

const write = (UnitSerNum: string, text: string, as = author) => ask(unitNotes.addNote, { UnitSerNum, text, as });
const textsFor = async (id: string, as: UserRecord, more: { searchText?: string; pageSize?: number } = {}) =>
  (await ask(unitNotes.notes, { id, ...more, as })).items.map(({ text }) => text);

describe('notes on a unit', () => {
  it('name their author and time, the newest first, and are found by a text in any case', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    await write(UnitSerNum, 'Ring twice');
    await write(UnitSerNum, 'The dog is loud\nand friendly', colleague);
    const { items } = await ask(unitNotes.notes, { id: UnitSerNum, as: author });
    expect(items.map(({ text, isOwn }) => [text, isOwn])).toEqual([
      ['The dog is loud\nand friendly', false],
      ['Ring twice', true],
    ]);
    expect(items[0]).toMatchObject({ authorName: expect.stringMatching(/./), writtenAt: expect.any(String) });
    expect(JSON.stringify(items)).not.toContain(colleague.UserKey);
    expect(await textsFor(UnitSerNum, author, { searchText: 'DOG' })).toEqual(['The dog is loud\nand friendly']);
  });

  it('are found past pages of others', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    await write(UnitSerNum, 'the needle');
    for (const number of [1, 2, 3]) await write(UnitSerNum, `hay ${number}`);
    expect(await textsFor(UnitSerNum, author, { searchText: 'needle', pageSize: 1 })).toEqual(['the needle']);
  });

  it('are changed and deleted by their author only, and one change never overwrites another', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const { noteKey, version } = await write(UnitSerNum, 'first');
    const id = { UnitSerNum, noteKey, version };
    expect((await call(unitNotes.editNote, { ...id, text: 'x', as: colleague })).status).toBe(409);
    expect((await call(unitNotes.deleteNote, { ...id, as: colleague })).status).toBe(409);
    const edited = await ask(unitNotes.editNote, { ...id, text: 'second', as: author });
    expect(edited).toMatchObject({ text: 'second', version: 2, editedAt: expect.any(String) });
    expect((await call(unitNotes.editNote, { ...id, text: 'third', as: author })).status).toBe(409);
    beforeNextTransaction(() => ask(unitNotes.editNote, { ...id, version: 2, text: 'fourth', as: author }));
    expect((await call(unitNotes.deleteNote, { ...id, version: 2, as: author })).status).toBe(409);
    const administrator = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'ADMIN'] });
    expect((await call(unitNotes.editNote, { ...id, version: 3, text: 'x', as: administrator })).status).toBe(409);
    await ask(unitNotes.deleteNote, { ...id, version: 3, as: administrator });
    expect(await textsFor(UnitSerNum, author)).toEqual([]);
  });

  it('are in the audit of their unit', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const { noteKey } = await write(UnitSerNum, 'one');
    await ask(unitNotes.editNote, { UnitSerNum, noteKey, version: 1, text: 'two', as: author });
    await ask(unitNotes.deleteNote, { UnitSerNum, noteKey, version: 2, as: author });
    expect(await auditOf('unit', UnitSerNum)).toMatchObject([
      { action: 'add note', actorKey: author.UserKey, dealerKey: 220, after: { text: 'one' } },
      { action: 'edit note', before: { text: 'one' }, after: { text: 'two' } },
      { action: 'delete note', before: { text: 'two' } },
    ]);
  });

  it('stay with the dealer of their time: the next dealer reads only its own, who sees both reads all', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const { noteKey } = await write(UnitSerNum, 'about Mrs. Wu');
    await ask(units.moveToSubDealer, { UnitSerNum, UnitDealerKey: 220, NewDealerKey: 2201, as: above });
    expect(await textsFor(UnitSerNum, below)).toEqual([]);
    const id = { UnitSerNum, noteKey, version: 1 };
    expect((await call(unitNotes.editNote, { ...id, text: 'x', as: below })).status).toBe(404);
    await write(UnitSerNum, 'about Mr. Day', below);
    expect(await textsFor(UnitSerNum, below)).toEqual(['about Mr. Day']);
    expect(await textsFor(UnitSerNum, above)).toEqual(['about Mr. Day', 'about Mrs. Wu']);
  });

  it('are not stored if the unit is moved meanwhile', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    beforeNextTransaction(() =>
      UnitEntity.patch({ UnitSerNum }).set({ DealerKey: 2201, dealerPath: '/1/22/220/2201/' }).go(),
    );
    expect((await call(unitNotes.addNote, { UnitSerNum, text: 'late', as: author })).status).toBe(409);
    expect(await textsFor(UnitSerNum, above)).toEqual([]);
  });
});

describe('the tags of a unit', () => {
  const change = (UnitSerNum: string, given: { add?: string[]; remove?: string[] }, as = author) =>
    call(unitNotes.changeTags, { UnitSerNum, ...given, as });
  const listed = async (tag: string, UnitModel: string) => {
    const answer = await ask(units.list, { param: 'all', UnitModel: UnitModel as 'MXD-LTE', tag, as: author });
    const own = UnitModel as 'MXD-LTE';
    return {
      units: answer.lists[own].map(({ UnitSerNum }) => UnitSerNum),
      count: answer.facets![own].tag.find(({ value }) => value === tag)?.count ?? 0,
      matching: answer.matching![own],
    };
  };

  it('filter the unit list, with the number of units of each tag', async () => {
    const [one, two] = [await aUnit({ dealer: 220 }), await aUnit({ dealer: 220 })];
    const { UnitModel } = one;
    for (const { UnitSerNum } of [one, two]) {
      expect((await change(UnitSerNum, { add: [' Loan ', 'recall 2026'] })).body.Tags).toEqual(['loan', 'recall 2026']);
      await settleFacets(UnitSerNum, Date.now());
    }
    await UnitEntity.patch({ UnitSerNum: two.UnitSerNum }).set({ UnitModel }).go();
    await settleFacets(two.UnitSerNum, Date.now());
    const found = await listed('LOAN', UnitModel);
    expect(found.units.sort()).toEqual([one.UnitSerNum, two.UnitSerNum].sort());
    expect(found.matching).toBe(2);
    await change(one.UnitSerNum, { remove: ['loan'] });
    await settleFacets(one.UnitSerNum, Date.now());
    expect(await listed('loan', UnitModel)).toEqual({ units: [two.UnitSerNum], count: 1, matching: 1 });
    await change(two.UnitSerNum, { remove: ['loan'] });
    await settleFacets(two.UnitSerNum, Date.now());
    const key = { DealerKey: 220, UnitModel, facet: 'tag', value: 'loan' } as const;
    expect((await UnitFacetCountEntity.get(key).go({ consistent: true })).data).toBeNull();
  });

  it('are kept when two people change them at once, and are in the audit', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    await change(UnitSerNum, { add: ['a', 'b'] });
    beforeNextTransaction(() => change(UnitSerNum, { add: ['c'], remove: ['b'] }, colleague));
    expect((await change(UnitSerNum, { add: ['d'] })).body.Tags).toEqual(['a', 'c', 'd']);
    const entries = (await auditOf('unit', UnitSerNum)).map(({ before, after }) => [before.Tags, after.Tags]);
    expect(entries).toHaveLength(3);
    expect(entries).toContainEqual([
      ['a', 'b'],
      ['a', 'c'],
    ]);
    expect(entries).toContainEqual([
      ['a', 'c'],
      ['a', 'c', 'd'],
    ]);
  });

  it('are ten at most', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const tags = Array.from({ length: MAX_TAGS }, (_, index) => `tag ${index}`);
    expect((await change(UnitSerNum, { add: tags })).status).toBe(200);
    expect((await change(UnitSerNum, { add: ['one more'] })).status).toBe(413);
    expect((await change(UnitSerNum, { add: ['one more'], remove: ['tag 0'] })).status).toBe(200);
  });

  it('stay behind when the unit moves, and the audit of the former dealer keeps them', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    await change(UnitSerNum, { add: ['family of wu'] });
    await ask(units.moveToSubDealer, { UnitSerNum, UnitDealerKey: 220, NewDealerKey: 2201, as: above });
    expect((await ask(units.get, { id: UnitSerNum, as: below })).Unit.Tags).toEqual([]);
    const moved = (await auditOf('unit', UnitSerNum)).find(({ action }) => action === 'move unit');
    expect(moved).toMatchObject({ dealerKey: 220, before: { Tags: ['family of wu'] } });
  });
});

describe('pinned units', () => {
  const pin = (UnitSerNum: string, pinned = true, as = author) => call(unitNotes.setPinned, { UnitSerNum, pinned, as });
  const pinnedOf = async (as: UserRecord) =>
    (await ask(unitNotes.pinnedUnits, { as })).items.map(({ UnitSerNum }) => UnitSerNum);

  it('belong to one person, and come first in a search', async () => {
    const person = await aUser({ dealer: 220, flags: ['UNIT_VIEW'] });
    const found = [];
    for (let count = 0; count < 3; count++) found.push(await aUnit({ dealer: 220, MSISDN1: `1555888010${count}` }));
    const last = found[2]!.UnitSerNum;
    expect((await pin(last, true, person)).status).toBe(200);
    await pin(last, true, person);
    expect(await pinnedOf(person)).toEqual([last]);
    expect(await pinnedOf(colleague)).toEqual([]);
    const search = async (as: UserRecord, searchText = '555888010') =>
      (await ask(units.quickSearch, { searchText, as })).found.map(({ UnitSerNum }) => UnitSerNum);
    expect((await search(person))[0]).toBe(last);
    expect((await search(colleague))[0]).not.toBe(last);
    expect(await search(person, '5558880100')).toEqual([found[0]!.UnitSerNum]);
    await pin(last, false, person);
    expect(await pinnedOf(person)).toEqual([]);
  });

  it('are in the audit of their unit, once each time', async () => {
    const person = await aUser({ dealer: 22, flags: ['UNIT_VIEW'] });
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    for (const pinned of [false, true, true, false, false]) await pin(UnitSerNum, pinned, person);
    expect(await auditOf('unit', UnitSerNum)).toMatchObject([
      { action: 'pin unit', dealerKey: 220, actorKey: person.UserKey },
      { action: 'unpin unit', dealerKey: 220, actorKey: person.UserKey },
    ]);
  });

  it('are left out while the person does not see them, and go with the person', async () => {
    const person = await aUser({ dealer: 220, flags: ['UNIT_EDIT'] });
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const { UnitSerNum: unpinned } = await aUnit({ dealer: 220 });
    for (const one of [UnitSerNum, unpinned]) await pin(one, true, person);
    expect((await pin((await aUnit({ dealer: 49 })).UnitSerNum, true, person)).status).toBe(404);
    for (const one of [UnitSerNum, unpinned])
      await UnitEntity.patch({ UnitSerNum: one }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go();
    expect(await pinnedOf(person)).toEqual([]);
    expect((await pin(unpinned, false, person)).status).toBe(200);
    const stored = async () =>
      (await PinEntity.query.byUser({ userKey: person.UserKey }).go({ consistent: true })).data;
    expect(await stored()).toHaveLength(1);
    await runDeleteWithUser('nobody');
    expect(await stored()).toHaveLength(1);
    await UserEntity.delete({ UserKey: person.UserKey }).go();
    await runDeleteWithUser(person.UserKey);
    expect(await stored()).toEqual([]);
  });

  it('are twenty at most', async () => {
    const person = await aUser({ dealer: 220, flags: ['UNIT_EDIT'] });
    for (let count = 0; count < MAX_PINS; count++)
      await PinEntity.put({ userKey: person.UserKey, UnitSerNum: `PIN0${count}`, pinnedAt: '2026' }).go();
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    expect((await pin(UnitSerNum, true, person)).status).toBe(413);
  });
});
