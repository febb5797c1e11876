import { beforeAll, beforeEach, expect, it } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { auditOf } from '#support/audit.ts';
import { call } from '#support/call.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';
import {
  aBulkActionLine,
  detailOf,
  expectDoneOnce,
  expectWorkerKilled,
  reportOf,
  serialsOf,
  someUnits,
  switchOff,
  work,
} from './support.ts';

let line: Awaited<ReturnType<typeof aBulkActionLine>>;
let other: UserRecord;
let asker: UserRecord;

beforeAll(async () => {
  await someDealers();
  line = await aBulkActionLine();
  other = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
});
beforeEach(async () => {
  asker = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
});

const enable = (UserStatus: 0 | 1) => {
  const { UserKey, UserName, dealerPath } = asker;
  return UserEntity.patch({ UserKey }).set({ UserName, dealerPath, UserStatus }).go();
};
const stopsOf = async (bchKey: string) =>
  (await auditOf('bulkAction', bchKey)).filter(({ action }) => action === 'stop bulk action');

/** An action on 30 units, in two shares. */
async function started(count = 30) {
  const units = serialsOf(await someUnits(count));
  const { bchKey } = await switchOff(asker, units);
  return { bchKey, units, shares: await line.nextShares() };
}

it('a bulk action whose user was disabled stops once, and goes on after a resume once the user is back', async () => {
  const { bchKey, units, shares } = await started();
  await work(shares[0]!);
  await enable(0);
  await Promise.all([work(shares[1]!), work(shares[1]!), work(shares[0]!)]);
  expect(await stopsOf(bchKey)).toHaveLength(1);

  // It keeps the rights of its user, whoever resumes it.
  expect((await call(bulkActions.resume, { bchKey, as: other })).status).toBe(200);
  await work(...(await line.nextShares()));
  expect((await detailOf(other, bchKey)).bulkAction).toMatchObject({ state: 'stopped', failed: 0 });
  expect(await stopsOf(bchKey)).toHaveLength(2);

  await enable(1);
  await call(bulkActions.resume, { bchKey, as: other });
  await work(...(await line.nextShares()), ...shares);
  await expectDoneOnce(other, bchKey, units);
  expect((await detailOf(other, bchKey)).bulkAction).not.toHaveProperty('stopReason');
});

it('can be cancelled by another user who may do the same', async () => {
  const { bchKey, units, shares } = await started(2);
  await enable(0);
  await work(...shares);
  expect(await call(bulkActions.cancel, { bchKey, as: other })).toMatchObject({ body: { state: 'cancelled' } });
  expect(await Promise.all(units.map(reportOf))).toEqual([1, 1]);
});

it('a worker that finds it late does not stop an action that was resumed, or whose last row was done, meanwhile', async () => {
  const { bchKey, shares } = await started(1);
  await enable(0);
  const ran = beforeNextTransaction(async () => {
    await call(bulkActions.pause, { bchKey, as: other });
    await call(bulkActions.resume, { bchKey, as: other });
  });
  expect(await work(...shares)).toEqual([]);
  expect(ran()).toBe(true);
  expect(await stopsOf(bchKey)).toEqual([]);
  expect((await detailOf(other, bchKey)).bulkAction.state).toBe('queued');

  const next = await line.nextShares();
  beforeNextTransaction(async () => {
    await enable(1);
    await work(...next);
  });
  await enable(0);
  expect(await work(...next)).toEqual([]);
  expect((await detailOf(other, bchKey)).bulkAction).toMatchObject({ state: 'finished', done: 1 });
  expect(await stopsOf(bchKey)).toEqual([]);
});

it('a worker that is killed while it stops the action loses no row', async () => {
  const { bchKey, units, shares } = await started(3);
  await enable(0);
  await expectWorkerKilled({ killedAt: 1 }, shares);
  await work(...shares);
  expect((await detailOf(other, bchKey)).bulkAction).toMatchObject({ state: 'stopped', done: 0, failed: 0 });
  await enable(1);
  await call(bulkActions.resume, { bchKey, as: other });
  await work(...(await line.nextShares()));
  await expectDoneOnce(other, bchKey, units);
});
