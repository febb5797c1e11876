import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { WHOLE_TREE } from '#core/scope.ts';
import { MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { bulkActionRowStore } from '#data/bulk-actions/bulk-action-rows.ts';
import { BulkActionEntity, bulkActionStore } from '#data/bulk-actions/bulk-actions.ts';
import { bulkActionCommands } from '#data/bulk-actions/commands.ts';
import { unitStore } from '#data/units/units.ts';
import { auditOf } from '#support/audit.ts';
import { call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { beforeNextTransaction, cancelTransactions } from '#support/table-faults.ts';
import { scopeOf } from '#support/world.ts';
import { aBulkActionLine, detailOf, reportOf, serialsOf, someUnits, switchOff, work } from './support.ts';

let line: Awaited<ReturnType<typeof aBulkActionLine>>;
let user: UserRecord;

beforeAll(async () => {
  await someDealers();
  user = await aUser({ dealer: 220, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
  line = await aBulkActionLine();
});
afterEach(() => {
  cancelTransactions(0);
});

const pause = (bchKey: string, as = user) => call(bulkActions.pause, { bchKey, as });
const resume = (bchKey: string, as = user) => call(bulkActions.resume, { bchKey, as });
const cancel = (bchKey: string, as = user) => call(bulkActions.cancel, { bchKey, as });
const retry = (bchKey: string, as = user) => call(bulkActions.retry, { bchKey, as });
const refused = (message: string) => ({ status: 409, body: { message } });
const unitsOf = (shares: readonly { body: string }[]) => shares.flatMap(({ body }) => JSON.parse(body).units).sort();

/** An action on four units of which one does not exist, with one of two shares done, and the other share. */
async function halfDone() {
  const units = ['ZZZZZ1', ...serialsOf(await someUnits(3, { dealer: 220 }))];
  const { bchKey } = await switchOff(user, units);
  const [all] = await line.nextShares();
  const share = JSON.parse(all!.body);
  const part = (from: number) => ({
    ...all!,
    body: JSON.stringify({ ...share, units: share.units.slice(from, from + 2) }),
  });
  await work(part(0));
  return { bchKey, units, left: part(2) };
}

describe('a bulk action that is paused', () => {
  it('changes no further unit until it is resumed, and then goes on with the open rows only', async () => {
    const { bchKey, units, left } = await halfDone();
    expect(await pause(bchKey)).toMatchObject({ status: 200, body: { state: 'paused', done: 1, failed: 1 } });
    expect(await work(left)).toEqual([]);
    const { rows } = await detailOf(user, bchKey);
    expect(
      rows
        .filter(({ state }) => state === 'queued')
        .map(({ UnitSerNum }) => UnitSerNum)
        .sort(),
    ).toEqual(unitsOf([left]));

    expect(await resume(bchKey)).toMatchObject({ status: 200, body: { state: 'running', attempt: 1, failed: 1 } });
    const shares = await line.nextShares();
    expect(unitsOf(shares)).toEqual(unitsOf([left]));
    await work(...shares, left);
    expect((await detailOf(user, bchKey)).bulkAction).toMatchObject({ state: 'finished', done: 3, failed: 1 });
    for (const unit of units.slice(1)) expect(await auditOf('unit', unit)).toHaveLength(1);
  });

  it('is held before the next unit of a share that a worker has begun', async () => {
    const units = serialsOf(await someUnits(3, { dealer: 220 }));
    const { bchKey } = await switchOff(user, units);
    const shares = await line.nextShares();
    beforeNextTransaction(() => pause(bchKey));
    const transactions = cancelTransactions(0);
    expect(await work(...shares)).toEqual([]);
    // That of the pause, and that of the row which the worker was at.
    expect(transactions()).toBe(2);
    expect(await Promise.all(units.map(reportOf))).toEqual([1, 1, 1]);
  });

  it('refuses the rows of a worker that has begun', async () => {
    const { bchKey, left } = await halfDone();
    const begun = await bulkActionStore.get(WHOLE_TREE, bchKey);
    await pause(bchKey);
    const [UnitSerNum] = JSON.parse(left.body).units;
    expect(await bulkActionRowStore.fail({ bulkAction: begun, UnitSerNum, now: Date.now() }, 'late')).toBe(false);
    const unit = await unitStore.get(WHOLE_TREE, UnitSerNum);
    const outcome = { bulkAction: begun, UnitSerNum, now: Date.now() };
    expect(await bulkActionRowStore.switchReporting(outcome, scopeOf(user), unit)).toBe(false);
    expect(await reportOf(UnitSerNum)).toBe(1);
  });

  it('before its work has begun hands out no unit', async () => {
    const [unit] = serialsOf(await someUnits(1, { dealer: 220 }));
    const { bchKey } = await switchOff(user, [unit!]);
    expect((await pause(bchKey)).status).toBe(200);
    expect(await line.nextShares()).toEqual([]);
  });

  it('makes shares of before the pause void once it is resumed', async () => {
    const units = serialsOf(await someUnits(2, { dealer: 220 }));
    const { bchKey } = await switchOff(user, units);
    const old = await line.nextShares();
    await pause(bchKey);
    await resume(bchKey);
    await work(...old);
    expect((await detailOf(user, bchKey)).bulkAction.done).toBe(0);
    await work(...(await line.nextShares()));
    expect((await detailOf(user, bchKey)).bulkAction).toMatchObject({ state: 'finished', done: 2 });
  });

  it('goes on as well if it was stopped before pause and cancel were apart', async () => {
    const { bchKey, left } = await halfDone();
    await BulkActionEntity.patch({ bchKey }).set({ stoppedAt: '2026-11-21T17:00:00.000Z' }).go();
    expect((await detailOf(user, bchKey)).bulkAction.state).toBe('paused');
    await resume(bchKey);
    expect(unitsOf(await line.nextShares())).toEqual(unitsOf([left]));
  });

  it('stays paused if a stalled one is paused and resumed in the same moment', async () => {
    const { bchKey } = await halfDone();
    const stalledAt = Date.now() + 16 * MINUTE;
    const asRead = await bulkActionStore.get(WHOLE_TREE, bchKey);
    setClock(stalledAt);
    expect((await pause(bchKey)).status).toBe(200);
    await expect(bulkActionCommands.resume(scopeOf(user), asRead, stalledAt)).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect((await detailOf(user, bchKey)).bulkAction).toMatchObject({ state: 'paused', turn: 0 });
  });
});

describe('a bulk action that is cancelled', () => {
  it('is over: its open rows are cancelled, and nothing can be done with it', async () => {
    const { bchKey, units, left } = await halfDone();
    expect(await cancel(bchKey)).toMatchObject({ status: 200, body: { state: 'cancelled', done: 1, failed: 1 } });
    expect(await work(left)).toEqual([]);
    const states = (await detailOf(user, bchKey)).rows.map(({ state }) => state);
    for (const [state, count] of [
      ['done', 1],
      ['failed', 1],
      ['cancelled', 2],
    ] as const)
      expect(states.filter((one) => one === state)).toHaveLength(count);
    const reports = await Promise.all(units.slice(1).map(reportOf));
    expect(reports.filter((report) => report === 1)).toHaveLength(2);
    for (const command of [pause, resume, cancel, retry])
      expect(await command(bchKey)).toMatchObject(refused('The bulk action is cancelled already'));
    expect(await line.nextShares()).toEqual([]);
  });

  it('can have been paused before', async () => {
    const { bchKey } = await halfDone();
    await pause(bchKey);
    expect(await cancel(bchKey)).toMatchObject({ status: 200, body: { state: 'cancelled' } });
  });
});

describe('a command to a bulk action', () => {
  it('is done once', async () => {
    const { bchKey } = await halfDone();
    const statuses = async (command: typeof pause) =>
      (await Promise.all([command(bchKey), command(bchKey), command(bchKey)])).map(({ status }) => status).sort();
    expect(await statuses(pause)).toEqual([200, 409, 409]);
    expect(await statuses(resume)).toEqual([200, 409, 409]);
    expect(await statuses(cancel)).toEqual([200, 409, 409]);
  });

  it('is refused with the reason if it is not possible', async () => {
    const { bchKey } = await halfDone();
    expect(await resume(bchKey)).toMatchObject(refused('The bulk action is still running'));
    await pause(bchKey);
    expect(await pause(bchKey)).toMatchObject(refused('The bulk action is paused already'));
    expect(await retry(bchKey)).toMatchObject(refused('The bulk action is paused. Resume it first'));
    await resume(bchKey);
    await work(...(await line.nextShares()));
    for (const command of [pause, resume, cancel])
      expect(await command(bchKey)).toMatchObject(refused('The bulk action is finished already'));
  });

  it('has an audit entry with its user and the rows', async () => {
    const { bchKey } = await halfDone();
    const other = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
    for (const command of [pause, resume, cancel]) await command(bchKey, other);
    const entry = { actorKey: other.UserKey, dealerKey: 220, after: { done: 1, failed: 1, units: 2 } };
    expect(await auditOf('bulkAction', bchKey)).toMatchObject([
      { action: 'start reporting off', actorKey: user.UserKey },
      { action: 'pause bulk action', ...entry },
      { action: 'resume bulk action', ...entry },
      { action: 'cancel bulk action', ...entry },
    ]);
  });

  it.each([
    ['pause', pause],
    ['resume', resume],
    ['cancel', cancel],
  ])('needs the rights of a start: %s', async (_, command) => {
    const { bchKey } = await switchOff(user, ['ZZZZZ9']);
    await line.nextShares();
    const commandAs = async (options: Parameters<typeof aUser>[0]) =>
      (await command(bchKey, await aUser(options))).status;
    expect(await commandAs({ dealer: 49, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] })).toBe(404);
    expect(await commandAs({ dealer: 220, flags: ['UNIT_EDIT'] })).toBe(403);
    expect(await commandAs({ dealer: 220, flags: ['UNIT', 'UNIT_VIEW', 'BULK_ACTIONS'] })).toBe(403);
    expect((await detailOf(user, bchKey)).bulkAction.state).toBe('queued');
  });
});

describe('resuming a bulk action', () => {
  it('goes on after a stall: one whose work never began, and one that lost a share', async () => {
    const units = serialsOf(await someUnits(30, { dealer: 220 }));
    const { bchKey } = await switchOff(user, units);
    // The change that starts the work is lost.
    await line.nextShares();
    const refused = { status: 409, body: { message: 'The bulk action is still running' } };
    expect(await resume(bchKey)).toMatchObject(refused);
    const start = Date.now();

    setClock(start + 16 * MINUTE);
    expect((await detailOf(user, bchKey)).bulkAction).toMatchObject({ state: 'queued', isStalled: true });
    expect(await resume(bchKey)).toMatchObject({ status: 200, body: { state: 'queued', isStalled: false } });
    const [share, lost] = await line.nextShares();
    expect([...JSON.parse(share!.body).units, ...JSON.parse(lost!.body).units].sort()).toEqual([...units].sort());

    // Each outcome of a row is progress, so the action is not stalled 16 minutes after that.
    setClock(start + 30 * MINUTE);
    await work(share!);
    setClock(start + 33 * MINUTE);
    expect((await detailOf(user, bchKey)).bulkAction).toMatchObject({ state: 'running', isStalled: false });
    expect(await resume(bchKey)).toMatchObject(refused);

    setClock(start + 46 * MINUTE);
    expect((await resume(bchKey)).status).toBe(200);
    await work(...(await line.nextShares()));
    // The lost share arrives after all, and has no effect.
    await work(lost!);
    expect((await detailOf(user, bchKey)).bulkAction).toMatchObject({
      state: 'finished',
      total: 30,
      done: 30,
      failed: 0,
      isStalled: false,
    });
    for (const unit of units) expect(await auditOf('unit', unit)).toHaveLength(1);
  });
});
