import { beforeAll, describe, expect, it } from 'vitest';
import { mayAccess, USER_TYPE } from '#core/access.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { TABLE } from '#data/kit/table.ts';
import { holderOf } from '#data/users/users.ts';
import { call } from '#support/call.ts';
import { aUser, WIDEST_FLAGS } from '#support/people.ts';
import { aWorld } from '#support/world.ts';
import { ENDPOINTS, sampleOf } from './endpoints.ts';

const PAGED = ENDPOINTS.filter(({ endpoint }) => 'cursor' in endpoint.input.shape);

let engineer: UserRecord;
let root: UserRecord;
let operator: UserRecord;
beforeAll(async () => {
  await aWorld();
  engineer = await aUser({ type: USER_TYPE.engineer, dealer: 220, flags: WIDEST_FLAGS });
  root = await aUser({ type: USER_TYPE.engineer, dealer: 1, flags: WIDEST_FLAGS });
  operator = await aUser({ type: USER_TYPE.monitoringCentre, dealer: 220, flags: [] });
});

const callerOf = ({ access }: (typeof PAGED)[number]['endpoint']) => {
  if (!access.public && access.onlyRootDealer) return root;
  return mayAccess(access, holderOf(engineer)) ? engineer : operator;
};

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const primary = { pk: '$watchkeep#UnitSerNum_400001', sk: '$unit_1' };

/** Cursors that an attacker could try: the starts of other dealers' and months' keys. */
const FORGED: readonly string[] = [
  'x',
  'AAAA',
  encoded(null),
  encoded([]),
  encoded('text'),
  encoded({}),
  encoded({ ...primary, pk: { S: 'x' } }),
  encoded(primary),
  encoded({ pk: '', sk: '' }),
  ...TABLE.indexes.map((index) =>
    encoded({ ...primary, [`${index}pk`]: '$watchkeep#dealerKey_49', [`${index}sk`]: '$bulkAction_1#createdAt_2026' }),
  ),
  encoded({ ...primary, __proto__: null, constructor: 'x' }),
  Buffer.from('2026-11-21T09:30:00.000Z').toString('base64url'),
  Buffer.from('9026-11-21T09:30:00.000Z~1-1').toString('base64url'),
  Buffer.from('0026-11-21T09:30:00.000Z~1-1').toString('base64url'),
];

describe.each(PAGED)('$name', ({ name, endpoint }) => {
  it('rejects forged cursors', async () => {
    for (const cursor of FORGED) {
      const { status, body } = await call(endpoint, { ...sampleOf(name), cursor, as: callerOf(endpoint) });
      expect({ cursor, status, issues: body.issues }).toEqual({
        cursor,
        status: 422,
        issues: [{ path: 'cursor', message: 'Not a place in this list' }],
      });
    }
  });
});

/** The real cursor of this endpoint after its first item of the samples; undefined if there are no more items. */
async function givenOut({ name, endpoint }: (typeof PAGED)[number]): Promise<Record<string, string> | undefined> {
  const { body } = await call(endpoint, { ...sampleOf(name), pageSize: 1, as: callerOf(endpoint) });
  const [cursor] = JSON.stringify(body).match(/(?<="cursor":")[^"]+/) ?? [];
  if (!cursor) return undefined;
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Record<string, string>;
  } catch {
    // The cursor of a log contains only a time, so it has nothing to empty.
    return undefined;
  }
}

it('rejects its own cursor with empty keys, or with keys that are too long', async () => {
  const tried: string[] = [];
  for (const paged of PAGED) {
    const keys = await givenOut(paged);
    if (!keys) continue;
    tried.push(paged.name);
    const goOn = (changed: Record<string, string>) =>
      call(paged.endpoint, {
        ...sampleOf(paged.name),
        cursor: encoded({ ...keys, ...changed }),
        as: callerOf(paged.endpoint),
      });
    expect((await goOn({})).status, paged.name).toBe(200);
    for (const field of Object.keys(keys))
      for (const value of ['', 'x'.repeat(1100)]) {
        if (value !== '' && field === 'pk') continue;
        const { status, body } = await goOn({ [field]: value });
        expect({ field, status, issues: body.issues }, paged.name).toEqual({
          field,
          status: 422,
          issues: [{ path: 'cursor', message: 'Not a place in this list' }],
        });
      }
  }
  const lists = ['units.list', 'dealers.list', 'users.list', 'bulk-actions.list'];
  const underTest = lists.filter((list) => PAGED.some(({ name }) => name === list));
  expect(tried).toEqual(expect.arrayContaining(underTest));
});
