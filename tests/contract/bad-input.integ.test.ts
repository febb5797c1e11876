import { beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_FLAGS, USER_TYPE } from '#core/access.ts';
import { pathParameters } from '#core/contract.ts';
import type { FieldIssue } from '#core/errors.ts';
import type { StoredUser } from '#data/users/users.ts';
import { call } from '#support/call.ts';
import { aSession, aUser } from '#support/people.ts';
import { aWorld } from '#support/world.ts';
import { ENDPOINTS, type Named, type Sample, sampleOf } from './endpoints.ts';

let engineer: StoredUser;
beforeAll(async () => {
  await aWorld();
  engineer = await aUser({ type: USER_TYPE.engineer, dealer: 220, flags: ACCESS_FLAGS });
});

async function answerTo({ endpoint }: Named, input: Sample) {
  const { token } = await aSession(engineer);
  return call(endpoint, { ...input, as: token });
}

/** Refused as bad input, with an issue that leads to the field. */
async function expectRefused(named: Named, field: string, value: unknown) {
  const { status, body } = await answerTo(named, { ...sampleOf(named.name), [field]: value });
  const paths = (body.issues as FieldIssue[] | undefined)?.map(({ path }) => path.split('.')[0]);
  expect({ status, code: body.code, paths }, `${field}: ${String(value).slice(0, 30)}`).toEqual({
    status: 422,
    code: 'INVALID',
    paths: expect.arrayContaining([field]),
  });
}

const travelsAsText = ({ endpoint }: Named, field: string) =>
  endpoint.method === 'GET' || endpoint.method === 'DELETE' || pathParameters(endpoint.path).includes(field);

const TAKING_INPUT = ENDPOINTS.filter(({ endpoint }) => Object.keys(endpoint.input.shape).length > 0);

const ODD_VALUES: readonly unknown[] = [
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

describe.each(TAKING_INPUT)('$name', { timeout: 60_000 }, (named) => {
  const { endpoint, name } = named;
  const fields = Object.entries(endpoint.input.shape);

  it('names each field that is missing', async () => {
    for (const [field, schema] of fields)
      if (!pathParameters(endpoint.path).includes(field) && !schema.safeParse(undefined).success)
        await expectRefused(named, field, undefined);
  });

  it('names each field of a wrong type', async () => {
    for (const [field, schema] of fields) {
      if (travelsAsText(named, field) && schema.safeParse('no such thing').success) continue;
      await expectRefused(named, field, travelsAsText(named, field) ? 'no such thing' : { no: { such: 'thing' } });
    }
  });

  it('names each field that is too long', async () => {
    for (const [field] of fields) {
      await expectRefused(named, field, 'A'.repeat(100_000));
      const list = sampleOf(name)[field];
      if (Array.isArray(list)) await expectRefused(named, field, Array(100_000).fill(list[0]));
    }
  });

  it('names each field with control characters or half a character in it', async () => {
    for (const [field] of fields)
      for (const bad of ['\u0000', '\u001b[31m', '\u0007', '\u007f', '\ud83d'])
        await expectRefused(named, field, `400220${bad}`);
  });

  it('takes keys of the prototype for what they are', async () => {
    const keys = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}');
    for (const input of [
      keys,
      ...fields.map(([field]) => JSON.parse(`{"${field}": {"__proto__": {"polluted": 1}}}`)),
    ]) {
      const { status, body } = await answerTo(named, { ...sampleOf(name), ...input });
      expect(status, JSON.stringify(body)).toBeLessThan(500);
      expect(({} as Sample).polluted).toBeUndefined();
    }
  });

  it('never fails by itself, whatever odd value a field has', async () => {
    for (const [field] of fields)
      for (const value of ODD_VALUES) {
        const { status, body } = await answerTo(named, { ...sampleOf(name), [field]: value });
        const told = `${field}: ${JSON.stringify(value)} gave ${JSON.stringify(body)}`;
        expect(status, told).not.toBe(500);
        if (status === 422)
          expect(
            body.issues.every(({ path }: FieldIssue) => path !== ''),
            told,
          ).toBe(true);
      }
  });
});
