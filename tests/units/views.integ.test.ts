import { beforeAll, describe, expect, it } from 'vitest';
import { units } from '#core/units/contract.ts';
import { MAX_VIEWS, viewParametersOf } from '#core/units/views.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { UnitViewEntity, viewStore } from '#data/units/views.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { runDeleteWithUser } from '#support/reactions.ts';

let ann: UserRecord;
let bob: UserRecord;
let viewer: UserRecord;
let other: UserRecord;
beforeAll(async () => {
  await someDealers();
  ann = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
  bob = await aUser({ dealer: 22, flags: ['UNIT'] });
  viewer = await aUser({ dealer: 22, flags: ['UNIT_VIEW'] });
  other = await aUser({ dealer: 49, flags: ['UNIT_EDIT'] });
});

const parameters = { condition: 'silent', UnitModel: 'myConnect' } as const;
const namesFor = async (as: UserRecord) => (await ask(units.views, { as })).views.map(({ name }) => name);

describe('a saved view of the unit list', () => {
  it('is for the person who saved it, and is replaced by one with the same name', async () => {
    await ask(units.saveView, { name: 'Silent', parameters, as: bob });
    await ask(units.saveView, { name: 'SILENT', parameters: { condition: 'late' }, as: bob });
    expect((await ask(units.views, { as: bob })).views).toMatchObject([
      { name: 'SILENT', parameters: { condition: 'late' }, shared: false },
    ]);
    for (const as of [ann, other]) expect(await namesFor(as)).toEqual([]);
    // The first letter is Cyrillic.
    await ask(units.saveView, { name: '\u0405ilent', parameters, as: bob });
    expect(await namesFor(bob)).toHaveLength(1);
    await ask(units.deleteView, { name: 'silent', as: bob });
    await ask(units.deleteView, { name: 'silent', as: bob });
    expect(await namesFor(bob)).toEqual([]);
  });

  it('can be shared with all people of the dealer, and no other, by who changes units', async () => {
    const shared = { name: 'Pilot', parameters: { tag: 'pilot' }, shared: true };
    expect(await call(units.saveView, { ...shared, as: bob })).toMatchObject({
      status: 403,
      body: { message: 'You may save views for yourself, but not share them' },
    });
    await ask(units.saveView, { ...shared, as: ann });
    for (const as of [ann, bob, viewer]) expect(await namesFor(as)).toEqual(['Pilot']);
    expect(await namesFor(other)).toEqual([]);
    expect((await call(units.deleteView, { name: 'Pilot', shared: true, as: viewer })).status).toBe(403);
    await ask(units.deleteView, { name: 'Pilot', shared: true, as: other });
    expect(await namesFor(ann)).toEqual(['Pilot']);
    await ask(units.deleteView, { name: 'Pilot', shared: true, as: ann });
    expect(await namesFor(bob)).toEqual([]);
    const actions = (await auditOf('dealer', '22')).map(({ action }) => action);
    expect(actions.filter((action) => action.includes('view'))).toEqual(['share view', 'delete shared view']);
  });

  it.each([
    ['no name', { name: ' ', parameters }],
    ['a name that cannot be seen', { name: '\u200b', parameters }],
    ['nothing to show', { name: 'All', parameters: {} }],
    ['another parameter', { name: 'Page', parameters: { cursor: 'x' } }],
    ['a long value', { name: 'Long', parameters: { tag: 'x'.repeat(301) } }],
    ['a value that is no text', { name: 'Odd', parameters: { tag: ['x'] } }],
  ])('is refused with %s', async (_, input) => {
    expect(await call(units.saveView, { ...input, as: bob } as never)).toMatchObject({ status: 422 });
    expect(await namesFor(bob)).toEqual([]);
  });

  it('has any name of 60 signs, also one whose signs become many', async () => {
    for (const name of ['\ufdfa'.repeat(60), '\u{1f468}'.repeat(30)]) {
      await ask(units.saveView, { name, parameters, as: bob });
      expect(await namesFor(bob)).toEqual([name]);
      await ask(units.deleteView, { name, as: bob });
    }
  });

  it('is one of at most fifty, and goes with its person', async () => {
    const cy = await aUser({ dealer: 22, flags: ['UNIT'] });
    for (let one = 0; one < MAX_VIEWS; one++) await ask(units.saveView, { name: `View ${one}`, parameters, as: cy });
    expect(await call(units.saveView, { name: 'One more', parameters, as: cy })).toMatchObject({
      status: 413,
      body: { message: 'There are 50 views already. Delete one first' },
    });
    await ask(units.saveView, { name: 'view 7', parameters: { condition: 'late' }, as: cy });
    await runDeleteWithUser(cy.UserKey);
    expect(await namesFor(cy)).toHaveLength(MAX_VIEWS);
    await UserEntity.delete({ UserKey: cy.UserKey }).go();
    await runDeleteWithUser(cy.UserKey);
    expect(await viewStore.list({ userKey: cy.UserKey, dealerKey: 22 })).toEqual([]);
  });

  it('keeps what the address of the list names, and nothing else', () => {
    const address = new URLSearchParams('condition=silent&UnitModel=myConnect&page=3&cursor=abc&tag=&BulkSearch=A,B');
    expect(viewParametersOf(address)).toEqual(parameters);
    expect(viewParametersOf(new URLSearchParams('page=2'))).toBeUndefined();
  });
});

describe('views whose names were stored apart and look alike by now', () => {
  const ACCENT = 'Anna´s units';
  const APOSTROPHE = "Anna's units";
  async function bothOf(person: UserRecord) {
    const view = { owner: `user ${person.UserKey}`, parameters: { tag: 'old' }, savedBy: '' };
    await UnitViewEntity.put({ ...view, key: 'anna \u0301s units', name: ACCENT }).go();
    await UnitViewEntity.put({ ...view, key: APOSTROPHE.toLowerCase(), name: APOSTROPHE }).go();
  }

  it('are found by the key of their name, if it is written otherwise', async () => {
    const person = await aUser({ dealer: 22, flags: ['UNIT'] });
    await bothOf(person);
    await ask(units.saveView, { name: "anna's units", parameters, as: person });
    expect(await namesFor(person)).toEqual([ACCENT, "anna's units"]);
    await ask(units.deleteView, { name: "ANNA'S UNITS", as: person });
    expect(await namesFor(person)).toEqual([ACCENT]);
  });

  it('keep their place if the name of a new one has their key', async () => {
    const person = await aUser({ dealer: 22, flags: ['UNIT'] });
    await bothOf(person);
    const added = 'Anna \u0301s units';
    await ask(units.saveView, { name: added, parameters, as: person });
    expect(await namesFor(person)).toContain(added);
    expect(await namesFor(person)).toHaveLength(3);
    await ask(units.deleteView, { name: added, as: person });
    expect(await namesFor(person)).toEqual(expect.arrayContaining([ACCENT, APOSTROPHE]));
  });

  it('are deleted each by itself', async () => {
    const person = await aUser({ dealer: 22, flags: ['UNIT'] });
    await bothOf(person);
    await ask(units.deleteView, { name: ACCENT, as: person });
    expect(await namesFor(person)).toEqual([APOSTROPHE]);
    await bothOf(person);
    await ask(units.deleteView, { name: APOSTROPHE, as: person });
    expect(await namesFor(person)).toEqual([ACCENT]);
    // The one that is left has a key of an earlier version.
    await ask(units.deleteView, { name: APOSTROPHE, as: person });
    expect(await namesFor(person)).toEqual([]);
  });

  it('are replaced each by itself', async () => {
    const person = await aUser({ dealer: 22, flags: ['UNIT'] });
    await bothOf(person);
    await ask(units.saveView, { name: ACCENT, parameters: { tag: 'new' }, as: person });
    const { views } = await ask(units.views, { as: person });
    expect(new Map(views.map(({ name, parameters: { tag } }) => [name, tag]))).toEqual(
      new Map([
        [ACCENT, 'new'],
        [APOSTROPHE, 'old'],
      ]),
    );
    expect(views).toHaveLength(2);
  });
});
