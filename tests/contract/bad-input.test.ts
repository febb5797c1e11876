import { describe, expect, it } from 'vitest';
import { AppError, HTTP_STATUS } from '#core/errors.ts';
import { inputOf } from '#platform/http/input.ts';
import { apiEvent } from '#scripts/api-event.ts';
import { ODD_VALUES, refusesBadInput, type Send, TAKING_INPUT } from './bad-input.ts';
import { type Named, sampleOf } from './endpoints.ts';

/** Parses the input like `serve()`. An internal error fails the test. */
const read: Send = async ({ endpoint }, input) => {
  try {
    inputOf(endpoint, apiEvent(endpoint, input));
    return { status: 200, body: {} };
  } catch (error) {
    if (error instanceof AppError) return { status: HTTP_STATUS[error.code], body: error };
    throw error;
  }
};

const HERE = '"HERE"';
const LEVELS = 25_000;
const DEEP = [
  `${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}`,
  `${'{"a":'.repeat(LEVELS / 3)}1${'}'.repeat(LEVELS / 3)}`,
  `${'[{"a":'.repeat(LEVELS / 4)}1${'}]'.repeat(LEVELS / 4)}`,
];

/** The value in JSON with `HERE` in the place of each of its parts in turn. */
function* markedBodies(value: unknown): Generator<string> {
  yield HERE;
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  const parts = Object.entries(value);
  for (const [name, part] of parts)
    for (const marked of markedBodies(part)) {
      const texts = parts.map(([other, kept]) => {
        const text = other === name ? marked : JSON.stringify(kept);
        return isList ? text : `${JSON.stringify(other)}:${text}`;
      });
      yield isList ? `[${texts.join()}]` : `{${texts.join()}}`;
    }
}

/** Reads the sample with a value of thousands of levels in each place. An internal error fails the test. */
function readDeep({ name, endpoint }: Named) {
  const event = apiEvent(endpoint, sampleOf(name));
  const read = (body: string) => {
    try {
      inputOf(endpoint, { ...event, body, isBase64Encoded: false });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  };
  for (const deep of DEEP)
    for (const marked of markedBodies(JSON.parse(event.body ?? '{}'))) read(marked.replace(HERE, deep));
}

describe.each(TAKING_INPUT)('$name', (named) => {
  refusesBadInput(named, read);

  it('never fails with an internal error, however deep a value is nested', () => readDeep(named));

  it('names the field of a refused odd value', async () => {
    for (const field of Object.keys(named.endpoint.input.shape))
      for (const value of ODD_VALUES) {
        const { status, body } = await read(named, { ...sampleOf(named.name), [field]: value });
        const told = `${field}: ${JSON.stringify(value)} gave ${JSON.stringify(body)}`;
        expect([200, 422], told).toContain(status);
        expect(body.issues?.some(({ path }) => path === '') ?? false, told).toBe(false);
      }
  });
});
