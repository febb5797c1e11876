import { beforeAll, describe, expect, it } from 'vitest';
import { USER_TYPE } from '#core/access.ts';
import { audit } from '#core/audit/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { auditEntry, recordAudit, SYSTEM } from '#data/audit/audit.ts';
import { call } from '#support/call.ts';
import { measure, measured, quiet } from '#support/capacity.ts';
import { aSession, aUser } from '#support/people.ts';
import { SAMPLES } from '#support/samples.ts';
import { aWorld } from '#support/world.ts';
import { CLOSED, type Named, type Sample, sampleOf } from './endpoints.ts';

const NAMED = SAMPLES.flatMap(({ named = [] }) => named);

/** A value with every name of dealer 220's data, at any depth, replaced by one that does not exist. */
function withMissing(value: unknown): unknown {
  const owned = NAMED.find(({ name }) => name === value);
  if (owned) return owned.missing;
  if (Array.isArray(value)) return value.map(withMissing);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, withMissing(part)]));
}

/** Endpoints whose sample names data of dealer 220, with the same input for data that does not exist. */
const ABOUT_SOMETHING_OWNED: readonly (Named & { sample: Sample; missing: Sample })[] = CLOSED.flatMap((named) => {
  const sample = sampleOf(named.name);
  const missing = withMissing(sample) as Sample;
  return JSON.stringify(missing) === JSON.stringify(sample) ? [] : [{ ...named, sample, missing }];
});

let foreign: UserRecord;
beforeAll(async () => {
  await aWorld();
  foreign = await aUser({ type: USER_TYPE.dealerStaff, dealer: 49 });
  measure((entity, index) => `${entity} ${index}`);
});

/** The answer of a call about data of another dealer, and what it asks of the table. */
async function workOf(endpoint: Parameters<typeof call>[0], input: object) {
  const { token } = await aSession(foreign);
  measured();
  const { status, body } = await call(endpoint, { ...input, as: token });
  await quiet();
  const { correlationId: _id, ...answer } = body;
  // What is accepted has an id of its own.
  return { status, answer: status === 200 ? undefined : answer, requests: measured().requests };
}

describe.each(ABOUT_SOMETHING_OWNED)('$name', ({ endpoint, sample, missing }) => {
  it('does the same work for what another dealer has as for what nobody has', async () => {
    // The first call of an instance also fills caches.
    await workOf(endpoint, missing);
    expect(await workOf(endpoint, sample)).toEqual(await workOf(endpoint, missing));
  });
});

const LISTS = ABOUT_SOMETHING_OWNED.filter(({ endpoint }) => 'cursor' in endpoint.input.shape);

describe.each(LISTS)('$name, from a cursor that it has not returned', ({ endpoint, sample, missing }) => {
  it('says the same for what another dealer has as for what nobody has, before it reads the cursor', async () => {
    const from = (input: Sample) => workOf(endpoint, { ...input, cursor: 'x' });
    await from(missing);
    const unknown = await from(missing);
    expect(await from(sample)).toEqual(unknown);
    expect(unknown.status).toBe(404);
  });
});

/** The consumed read capacity of a call for the audit of an object. */
async function readOf(objectKind: string, objectId: string): Promise<number> {
  const { token } = await aSession(foreign);
  measured();
  await call(audit.ofObject, { objectKind, objectId, pageSize: 10, as: token });
  await quiet();
  return measured().read;
}

describe('the audit', () => {
  it.each([
    ['a user', 'user', true],
    ['a user who was deleted', 'user', false],
    ['a unit', 'unit', true],
    ['a dealer', 'dealer', true],
    ['an object without a place of its own', 'leadTime', false],
  ] as const)('does the same work for %s of another dealer that has entries', async (_, objectKind, exists) => {
    const ids = { user: 'user-of-oregon', unit: '400220', dealer: '220', leadTime: 'of-oregon' };
    const objectId = exists ? ids[objectKind] : `gone-${objectKind}`;
    const change = { objectKind, objectId, dealerKey: 220, action: 'edit dealer' as const };
    // More than one page, all of another dealer.
    for (let entry = 0; entry < 120; entry++) await recordAudit(auditEntry(SYSTEM, change, Date.now() + entry));
    const ofObject = (id: string) => workOf(audit.ofObject, { objectKind, objectId: id, pageSize: 10 });
    const unknownId = objectKind === 'dealer' ? '999999' : 'ZZ9999';
    await ofObject(unknownId);
    const unknown = await ofObject(unknownId);
    expect(unknown.status).toBe(404);
    expect(await ofObject(objectId)).toEqual(unknown);
    // The entries of what exists are not even read.
    if (exists) expect(await readOf(objectKind, objectId)).toBe(await readOf(objectKind, unknownId));
  });
});
