import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  changedFields,
  type FormAction,
  formReducer,
  isRequired,
  issueOf,
  issuesByPath,
  sameValue,
  schemaIssues,
  shownIssues,
  startForm,
} from '#web/components/form/form-state.ts';

const schema = z.object({
  name: z.string().min(1, 'Say a name'),
  emails: z.array(z.email('Not an address')),
  age: z.number().optional(),
});
type Values = z.input<typeof schema>;
const initial: Values = { name: '', emails: [] };

const formAfter = (...actions: FormAction<Values>[]) => actions.reduce(formReducer<Values>, startForm<Values>(initial));

describe('the issues that a form shows', () => {
  const found = schemaIssues(schema, initial);

  it('are none before a field was left or a submit was tried', () => {
    expect(found).toEqual({ name: 'Say a name' });
    expect(shownIssues(formAfter(), found)).toEqual({});
  });

  it('are those of a field after it was left, and all after a submit', () => {
    expect(shownIssues(formAfter({ type: 'touch', path: 'name' }), found)).toEqual({ name: 'Say a name' });
    expect(shownIssues(formAfter({ type: 'refuse' }), found)).toEqual({ name: 'Say a name' });
  });

  it('of an item appear under its path and under its list', () => {
    const issues = schemaIssues(schema, { name: 'a', emails: ['a@b.co', 'nobody'] });
    expect(issues).toEqual({ 'emails.1': 'Not an address' });
    expect(issueOf(issues, 'emails')).toBe('Not an address');
    expect(issueOf(issues, 'email')).toBeUndefined();
  });

  it('of the server appear on their fields until the field changes', () => {
    const issues = issuesByPath([
      { path: 'name', message: 'Taken' },
      { path: 'name', message: 'Too short' },
      { path: 'emails.0', message: 'Unknown domain' },
    ]);
    const failed = formAfter(
      { type: 'change', path: 'name', values: { name: 'Ann' } },
      { type: 'submit' },
      { type: 'fail', issues, failure: undefined },
    );
    expect(shownIssues(failed, {})).toEqual({ name: 'Taken', 'emails.0': 'Unknown domain' });
    const changed = formReducer(failed, { type: 'change', path: 'emails', values: { emails: ['a@b.co'] } });
    expect(shownIssues(changed, {})).toEqual({ name: 'Taken' });
  });
});

describe('the values of a form', () => {
  it('keep the typed text after a failed submit', () => {
    const failed = formAfter(
      { type: 'change', path: 'name', values: { name: 'Ann' } },
      { type: 'submit' },
      { type: 'fail', issues: {}, failure: 'The server is away' },
    );
    expect(failed.values.name).toBe('Ann');
    expect(failed.submitting).toBe(false);
    expect(failed.failure).toBe('The server is away');
    expect(changedFields(failed)).toEqual(['name']);
  });

  it('take the saved values as the new starting point; text typed meanwhile stays changed', () => {
    const saved = formAfter(
      { type: 'change', path: 'name', values: { name: 'Ann' } },
      { type: 'submit' },
      { type: 'change', path: 'name', values: { name: 'Anna' } },
      { type: 'succeed', values: { name: 'Ann', emails: [] } },
    );
    expect(saved.values.name).toBe('Anna');
    expect(changedFields(saved)).toEqual(['name']);
  });

  it('are cleared on reset', () => {
    const reset = formAfter(
      { type: 'change', path: 'name', values: { name: 'Ann' } },
      { type: 'refuse' },
      { type: 'reset', initial },
    );
    expect(reset).toEqual(startForm(initial));
  });

  it('do not count as changed after typing back or with an equal value', () => {
    const back = formAfter(
      { type: 'change', path: 'name', values: { name: 'x' } },
      { type: 'change', path: 'name', values: { name: '' } },
    );
    expect(changedFields(back)).toEqual([]);
    expect(sameValue(undefined, '')).toBe(true);
    expect(sameValue({ a: [1, { b: null }] }, { a: [1, {}] })).toBe(true);
    expect(sameValue([1, 2], [2, 1])).toBe(false);
    expect(sameValue(0, '')).toBe(false);
    expect(sameValue(false, undefined)).toBe(false);
  });
});

it('show from the schema whether a field is required', () => {
  expect(isRequired(z.string().min(1))).toBe(true);
  expect(isRequired(z.number())).toBe(true);
  expect(isRequired(z.string())).toBe(false);
  expect(isRequired(z.string().min(1).optional())).toBe(false);
});

it('do not require a list or a tick box that may be empty', () => {
  expect(isRequired(z.array(z.string()))).toBe(false);
  expect(isRequired(z.array(z.string()).min(1))).toBe(true);
  expect(isRequired(z.boolean())).toBe(false);
  expect(isRequired(z.boolean().refine((ticked) => ticked))).toBe(true);
});
