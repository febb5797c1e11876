import { describe, expect, it } from 'vitest';
import { ACCESS_FLAGS } from '#core/access.ts';
import { whoWords } from '#core/audit/actor.ts';
import type { AuditEntry } from '#core/audit/entry.ts';
import { ACTIONS, type AuditAction } from '#core/audit/kinds.ts';
import { actionWords, changedFields, changeWords, sentenceOf, sentenceParts } from '#core/audit/sentence.ts';
import type { AuditedAction, AuditedFields, Wording } from '#core/audit/wording.ts';
import { consoleCommands } from '#core/consoles/commands.ts';
import { FIRST_ACCOUNT, FIRST_LISTS } from '#core/dealer-settings/settings.ts';
import { OFFICE_FIELDS } from '#core/dealers/dealer.ts';
import { LeadTimeInput } from '#core/lead-times/lead-time.ts';
import { COMMAND_OUTCOMES } from '#core/unit-messages/session.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { FLAG_GROUPS } from '#core/users/flag-words.ts';

const entryOf = (action: string, values: Partial<AuditEntry> = {}): AuditEntry => ({
  auditId: 'id',
  at: '2026-11-22T10:00:00.000Z',
  objectKind: 'unit',
  objectId: '400022',
  dealerKey: 22,
  dealerName: 'Northwind',
  action,
  actorKey: 'ann',
  actorName: 'ann@northwind.example',
  actorFullName: 'Ann Lee',
  asUserKey: 'ann',
  asUserName: 'ann@northwind.example',
  asUserFullName: 'Ann Lee',
  dealerNames: { 22: 'Northwind' },
  ...values,
});

it.each([
  ['Olga Olsen (by a link of Ann Lee)', 'Olga Olsen [by a link of Ann Lee]'],
  ['Olga Olsen （as Bob Ray❩', 'Olga Olsen [as Bob Ray]'],
  ['Olga Olsen', 'Olga Olsen'],
])('the name %s cannot pretend whose access was used', (actorFullName, shown) => {
  expect(whoWords(entryOf('create', { actorFullName }))).toBe(shown);
  expect(whoWords(entryOf('create', { asUserKey: 'other', asUserFullName: actorFullName }))).toBe(
    `Ann Lee (as ${shown})`,
  );
});

const ALL = Object.entries(ACTIONS) as [AuditAction, AuditedAction][];

/** Values that a field of this wording can hold. */
function samples(wording: Wording): [unknown, unknown] {
  switch (wording.kind) {
    case 'onOff':
      return [0, 1];
    case 'number':
    case 'cents':
      return [1, 2000];
    case 'dealer':
      return [22, 49];
    case 'time':
      return ['2026-11-22T10:00:00.000Z', '2026-11-23T10:00:00.000Z'];
    case 'list':
      return [[samples(wording.of)[0]], samples(wording.of)];
    case 'switches':
      return [['UNIT'], ['UNIT', 'SIM']];
    case 'record':
      return [sampleOf(wording.fields, 0), sampleOf(wording.fields, 1)];
    default:
      return ['one', 'other'];
  }
}
const sampleOf = (fields: AuditedFields, which: 0 | 1) =>
  Object.fromEntries(Object.entries(fields).map(([name, { wording }]) => [name, samples(wording)[which]]));

describe.each(ALL)('the action "%s"', (action, { fields = {} }) => {
  const before = sampleOf(fields, 0);
  const after = sampleOf(fields, 1);
  const entry = entryOf(action, { before, after });

  it('is a sentence that names what it is about', () => {
    const sentence = sentenceOf(entry);
    expect(sentence).toMatch(/^[A-Z]/);
    expect(sentence).not.toMatch(/[{}]|undefined|\[object|, ,| {2}|, $/);
    expect(sentenceParts(entry).every(({ text }) => text !== '')).toBe(true);
    expect(actionWords(action)).toMatch(/^[A-Z]/);
  });

  it('has a label for each field, and shows no code, key or JSON', () => {
    const shown = changedFields(entry);
    for (const name of Object.keys(fields)) expect(fields[name]!.label).toMatch(/^[A-Z]/);
    expect(shown.length).toBeGreaterThanOrEqual(Object.keys(fields).length);
    for (const { label, from, to } of shown)
      expect([label, ...from, ...to].join(' ')).not.toMatch(/[{}]|undefined|\[object|DealerKey/);
  });
});

describe('the fields that an entry can hold', () => {
  const labels = (action: AuditAction) => Object.keys((ACTIONS[action] as AuditedAction).fields ?? {});
  const settings = ['change account details', 'assign language', 'add shipping address'] as const;

  it.each(settings)('%s: every setting of a dealer', (action) => {
    expect(labels(action)).toEqual(expect.arrayContaining(Object.keys({ ...FIRST_ACCOUNT, ...FIRST_LISTS })));
  });

  it('of dealers and lead times: every stored field', () => {
    expect(labels('edit dealer')).toEqual(
      expect.arrayContaining(['DealerName', 'DealerBillingCode', ...OFFICE_FIELDS]),
    );
    expect(labels('add lead time')).toEqual(expect.arrayContaining(Object.keys(LeadTimeInput.shape)));
  });

  it('of commands: every argument of every command, and every outcome in words', () => {
    const given = UNIT_MODELS.flatMap((model) => consoleCommands(model, { engineer: true })).flatMap(
      (command) => command.arguments,
    );
    expect(labels('give command')).toEqual(expect.arrayContaining(given.map(({ name }) => name)));
    for (const outcome of [...COMMAND_OUTCOMES, 'lost', 'withdrawn']) {
      const [row] = changedFields(entryOf('end command', { after: { outcome } }));
      expect(row!.to[0]).toMatch(/^[a-z ]+/i);
    }
  });

  it('of access: every flag in words, with what it allows', () => {
    const worded = FLAG_GROUPS.flatMap(({ flags }) => Object.entries(flags));
    expect(worded.map(([flag]) => flag).sort()).toEqual([...ACCESS_FLAGS].sort());
    for (const [, { label, allows }] of worded) {
      expect(label).toMatch(/^[A-Z]/);
      expect(allows).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe('an entry', () => {
  it('says On and Off, and shows before and after', () => {
    const entry = entryOf('switch reporting', { before: { Report: 1 }, after: { Report: 0 } });
    expect(sentenceOf(entry)).toBe('Ann Lee switched reporting off for 400022');
    expect(changedFields(entry)).toEqual([{ label: 'Reporting', is: 'text', from: ['On'], to: ['Off'] }]);
    expect(changeWords(entry, (at) => at)).toBe('Reporting: On → Off');
  });

  it('names whose access was used', () => {
    const entry = entryOf('switch reporting', { after: { Report: 1 }, asUserKey: 'bob', asUserFullName: 'Bob Ray' });
    expect(sentenceOf(entry)).toBe('Ann Lee (as Bob Ray) switched reporting on for 400022');
  });

  it('names who issued the link by which the actor signed in', () => {
    const link = { after: { Report: 1 }, enteredByKey: 'bob', enteredByName: 'bob@northwind.example' };
    expect(sentenceOf(entryOf('switch reporting', { ...link, enteredByFullName: 'Bob Ray' }))).toBe(
      'Ann Lee (by a link of Bob Ray) switched reporting on for 400022',
    );
    expect(sentenceOf(entryOf('switch reporting', link))).toBe(
      'Ann Lee (by a link of bob@northwind.example) switched reporting on for 400022',
    );
  });

  it('names a person whose access was given back once', () => {
    const bob = { objectKind: 'user', objectId: 'bob', objectName: 'Bob Ray' };
    const entry = entryOf('give back access', { ...bob, asUserKey: 'bob', asUserFullName: 'Bob Ray' });
    expect(sentenceOf(entry)).toBe('Ann Lee gave the access of Bob Ray back');
  });

  it('shows each right that was switched', () => {
    const entry = entryOf('change user', { before: { access: ['UNIT'] }, after: { access: ['SIM'] } });
    expect(changedFields(entry)).toEqual([
      { label: 'Access: Units', is: 'text', from: ['On'], to: ['Off'] },
      { label: 'Access: SIMs', is: 'text', from: ['Off'], to: ['On'] },
    ]);
  });

  it.each([
    [1, 'Ann Lee set the reminder “Test the unit” for 1 unit by a file'],
    [2, 'Ann Lee set the reminder “Test the unit” for 2 units by a file'],
    [11, 'Ann Lee set the reminder “Test the unit” for 11 units by a file'],
  ])('says unit of one and units of more: %i', (units, sentence) => {
    expect(sentenceOf(entryOf('start bulk schedule', { after: { type: 'Test the unit', units } }))).toBe(sentence);
  });

  it('does not name a dealer that the reader may not see', () => {
    const moved = { objectKind: 'dealer', objectId: '49', after: { DealerParent: 7 } };
    const entry = entryOf('move dealer here', moved);
    expect(sentenceOf(entry)).toBe('Ann Lee moved another dealer here');
    expect(changedFields(entry)).toMatchObject([{ label: 'Parent', to: ['another dealer'] }]);
  });

  it('shows values with braces as they are', () => {
    const entry = entryOf('rename passkey', { before: { name: 'old' }, after: { name: '{actor}' } });
    expect(sentenceOf(entry)).toBe('Ann Lee renamed a passkey to {actor}');
  });

  it('of an action that no area has any more is readable', () => {
    const entry = entryOf('polish unit', { after: { place: { a: 1, b: ['x', 'y'] } } });
    expect(sentenceOf(entry)).toBe('Ann Lee: polish unit (400022)');
    expect(changedFields(entry)).toEqual([{ label: 'place', is: 'text', from: [], to: ['a: 1', 'b: x, y'] }]);
  });
});
