import { describe, expect, it } from 'vitest';
import { AppError, HTTP_STATUS } from '#core/errors.ts';
import { inputOf } from '#platform/http/input.ts';
import { apiEvent } from '#scripts/api-event.ts';
import { ODD_VALUES, refusesBadInput, type Send, TAKING_INPUT } from './bad-input.ts';
import { sampleOf } from './endpoints.ts';

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

describe.each(TAKING_INPUT)('$name', (named) => {
  refusesBadInput(named, read);

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
