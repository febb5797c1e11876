import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#core/contract.ts';
import type { AppError, FieldIssue } from '#core/errors.ts';
import { parseFields } from '#core/field-messages.ts';
import { inputOf } from '#platform/http/input.ts';
import { apiEvent } from '#scripts/api-event.ts';
import { schemaIssues } from '#web/components/form/form-state.ts';
import { ODD_VALUES, TAKING_INPUT } from './bad-input.ts';
import { type Sample, sampleOf } from './endpoints.ts';
import { type Rule, rulesIn } from './rules-in.ts';

const libraryText = z.locales.en().localeError;
const UNSAID = 'a rule without a message of its own';

/** The values that may break a rule; each rule must be broken by at least one. */
const breaking = ({ bad }: Rule) => [...bad, ...ODD_VALUES, undefined];

const messagesOf = (result: z.ZodSafeParseResult<unknown>) => result.error?.issues.map(({ message }) => message) ?? [];

/** The messages when `value` is refused, and whether each differs from the library's. */
function messagesFor(schema: z.ZodType, value: unknown) {
  const unsaid = messagesOf(schema.safeParse(value, { error: () => UNSAID }));
  const library = messagesOf(schema.safeParse(value, { error: libraryText }));
  return messagesOf(parseFields(schema, value)).map((message, index) => ({
    message,
    isOurs: unsaid[index] !== UNSAID || message !== library[index],
  }));
}

const LIBRARY_WORDS = /\b(invalid|expected|received|undefined|NaN|regex|pattern|must match|too (small|big))\b/i;

const WRONG_NUMBER = /\b(must be|is) a whole number|\bat (least|most) \d/i;

describe.each(TAKING_INPUT)('$name', ({ name, endpoint }) => {
  const rules = rulesIn(endpoint.input);

  it('says in a sentence of ours why a value is refused, for each rule of each field', () => {
    for (const rule of rules) {
      const told = breaking(rule).flatMap((value) => messagesFor(rule.schema, value));
      expect(told.length, `nothing breaks ${rule.name}`).toBeGreaterThan(0);
      for (const { message, isOurs } of told) {
        expect(isOurs, `${rule.name}: ${message}`).toBe(true);
        expect(message, rule.name).toMatch(/^[A-Z‘“]/);
        expect(message, rule.name).not.toMatch(LIBRARY_WORDS);
      }
    }
  });

  it('asks for a number that was left empty, and does not call it a wrong one', () => {
    for (const { name, schema } of rules)
      for (const { message } of messagesFor(schema, undefined)) expect(message, name).not.toMatch(WRONG_NUMBER);
  });

  it('is answered with such sentences by the server', () => {
    for (const field of Object.keys(endpoint.input.shape))
      for (const value of ODD_VALUES)
        for (const { message } of issuesOf(endpoint, { ...sampleOf(name), [field]: value }))
          expect(message, field).not.toMatch(LIBRARY_WORDS);
  });
});

function issuesOf(endpoint: Endpoint, input: Sample): readonly FieldIssue[] {
  try {
    inputOf(endpoint, apiEvent(endpoint, input));
    return [];
  } catch (error) {
    return (error as AppError).issues;
  }
}

describe('a form', () => {
  it('says the same for a schema without messages of its own', () => {
    const Schema = z.object({
      name: z.string().min(1).max(3),
      age: z.int().min(18),
      mail: z.email(),
      kind: z.enum(['a', 'b']),
      tags: z.array(z.string()).min(2),
      parent: z.union([z.literal(''), z.email()]),
    });
    const values = { name: '', age: 1.5, mail: 'ann', kind: 'c', tags: ['x'], parent: 'ann' };
    expect(schemaIssues(Schema, values)).toEqual({
      name: 'Enter a value',
      age: 'Enter a whole number',
      mail: 'Enter an e-mail address, such as name@example.com',
      kind: 'Choose a or b',
      tags: 'Enter at least 2 entries',
      parent: 'Enter an e-mail address, such as name@example.com',
    });
    expect(schemaIssues(Schema, { ...values, name: 'long', age: 17 })).toMatchObject({
      name: 'Enter at most 3 characters',
      age: 'Enter 18 or more',
    });
  });
});
