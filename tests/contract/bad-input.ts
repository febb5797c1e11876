import { expect, it } from 'vitest';
import { maxBodyOf, pathParameters } from '#core/contract.ts';
import type { FieldIssue } from '#core/errors.ts';
import { ENDPOINTS, type Named, type Sample, sampleOf } from './endpoints.ts';

export const TAKING_INPUT = ENDPOINTS.filter(({ endpoint }) => Object.keys(endpoint.input.shape).length > 0);

/** Sends an input to an endpoint: to its handler, or only to its input parser. */
export type Send = (named: Named, input: Sample) => Promise<{ status: number; body: Answered }>;

interface Answered {
  code?: string;
  issues?: readonly FieldIssue[];
}

export const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  'null',
  '0x10',
  '\u{1F415}',
  '../../etc/passwd',
  '=cmd|"/c calc"!A1',
  '2026-02-30T25:61:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '%00',
  [],
  [null],
  [[]],
  {},
  { length: 3 },
  { toString: 'x' },
  { constructor: true },
];

/** Leaves room for the other fields of a body. */
const OTHER_FIELDS = 4_000;

const travelsAsText = ({ endpoint }: Named, field: string) =>
  endpoint.method === 'GET' || endpoint.method === 'DELETE' || pathParameters(endpoint.path).includes(field);

/** Declares the tests of one endpoint. */
export function refusesBadInput(named: Named, send: Send) {
  const { endpoint, name } = named;
  const fields = Object.entries(endpoint.input.shape);

  /** Expects a refusal as bad input, with an issue for the field. */
  async function expectRefused(field: string, value: unknown) {
    const { status, body } = await send(named, { ...sampleOf(name), [field]: value });
    const paths = body.issues?.map(({ path }) => path.split('.')[0]);
    expect({ status, code: body.code, paths }, `${field}: ${String(value).slice(0, 30)}`).toEqual({
      status: 422,
      code: 'INVALID',
      paths: expect.arrayContaining([field]),
    });
  }

  it('names each missing field', async () => {
    for (const [field, schema] of fields)
      if (!pathParameters(endpoint.path).includes(field) && !schema.safeParse(undefined).success)
        await expectRefused(field, undefined);
  });

  it('names each field of a wrong type', async () => {
    for (const [field, schema] of fields) {
      if (travelsAsText(named, field) && schema.safeParse('no such thing').success) continue;
      await expectRefused(field, travelsAsText(named, field) ? 'no such thing' : { no: { such: 'thing' } });
    }
  });

  it('names each field that is too long', async () => {
    const largest = maxBodyOf(endpoint) - OTHER_FIELDS;
    for (const [field] of fields) {
      await expectRefused(field, 'A'.repeat(largest));
      const list = sampleOf(name)[field];
      if (Array.isArray(list))
        await expectRefused(field, Array(Math.floor(largest / (JSON.stringify(list[0]).length + 1))).fill(list[0]));
    }
  });

  it('names each field with control characters or half a character', async () => {
    for (const [field] of fields)
      for (const bad of ['\u0000', '\u001b[31m', '\u0007', '\u007f', '\u202e', '\u2067', '\ud83d'])
        await expectRefused(field, `400220${bad}`);
  });

  it('treats keys of the prototype as plain names', async () => {
    const keys = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}');
    for (const input of [
      keys,
      ...fields.map(([field]) => JSON.parse(`{"${field}": {"__proto__": {"polluted": 1}}}`)),
    ]) {
      const { status, body } = await send(named, { ...sampleOf(name), ...input });
      expect(status, JSON.stringify(body)).toBeLessThan(500);
      expect(({} as Sample).polluted).toBeUndefined();
    }
  });
}
