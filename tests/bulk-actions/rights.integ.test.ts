import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { USER_TYPE } from '#core/access.ts';
import { auth } from '#core/auth/contract.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { dealerSwitch } from '#core/dealer-switch/contract.ts';
import { isEqual } from '#core/is-equal.ts';
import { HOUR } from '#core/time.ts';
import { users } from '#core/users/contract.ts';
import { fullNameOf, type UserRecord } from '#core/users/user-record.ts';
import { BulkActionOrderEntity } from '#data/bulk-actions/bulk-actions.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { client } from '#data/kit/table.ts';
import { UnitEntity } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { verifyToken } from '#platform/session/session-token.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { someDealers, TODAY } from '#support/fleet.ts';
import { aSession, aUser } from '#support/people.ts';
import { aBulkActionLine, detailOf, reportOf, serialsOf, someUnits, switchOff, work } from './support.ts';

let line: Awaited<ReturnType<typeof aBulkActionLine>>;
/** May see every bulk action of the tests. */
let observer: UserRecord;
let admin: UserRecord;
let asker: UserRecord;

beforeAll(async () => {
  await someDealers();
  line = await aBulkActionLine();
  observer = await aUser({ dealer: 1, flags: ['BULK_ACTIONS'] });
});
beforeEach(async () => {
  setClock(TODAY);
  await DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath: '/1/22/220/' }).go();
  admin = await aUser({ dealer: 22, flags: ['ADMIN', 'UNIT_EDIT', 'BULK_ACTIONS'] });
  asker = await aUser({ dealer: 220, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
});

const start = (as: string, units: string[]) =>
  ask(bulkActions.create, { units, action: 'reporting', type: 'off', UnitModel: 'MXD-LTE', as });

const sessionOf = async (user: UserRecord) => (await aSession(user, TODAY)).token;

/** A session of the administrator with the access of the asker. */
const actingSession = async () =>
  (
    await ask(users.setAccessAs, {
      userKeyAs: asker.UserKey,
      currentUserKey: admin.UserKey,
      as: await sessionOf(admin),
    })
  ).token;

/** A session of the administrator that is shown as dealer 220. */
const shownSession = async () =>
  (await ask(dealerSwitch.showAsSubDealer, { DealerKey: 220, as: await sessionOf(admin) })).token;

const change = ({ UserKey, UserName, dealerPath }: UserRecord, fields: Partial<UserRecord>) =>
  UserEntity.patch({ UserKey })
    .set({ UserName, dealerPath, ...fields })
    .go();

const ended = () => `The access of ${fullNameOf(asker)}, with which the bulk action was started, has ended`;

describe('a bulk action stops by itself at the next row if, since its start,', () => {
  it.each([
    ['its user was disabled', () => sessionOf(asker), () => change(asker, { UserStatus: 0 }), ended],
    ['its user was deleted', () => sessionOf(asker), () => UserEntity.delete({ UserKey: asker.UserKey }).go(), ended],
    [
      'its user lost UNIT_EDIT',
      () => sessionOf(asker),
      () => change(asker, { flags: ['UNIT', 'UNIT_VIEW', 'BULK_ACTIONS'] }),
      () => `${fullNameOf(asker)} may no longer do this with a unit`,
    ],
    [
      'its user lost BULK_ACTIONS',
      () => sessionOf(asker),
      () => change(asker, { flags: ['UNIT', 'UNIT_VIEW', 'UNIT_EDIT'] }),
      () => `${fullNameOf(asker)} may no longer use bulk actions`,
    ],
    [
      'its user became a monitoring centre',
      () => sessionOf(asker),
      () => change(asker, { UserTypeKey: USER_TYPE.monitoringCentre }),
      () => `${fullNameOf(asker)} may no longer use bulk actions`,
    ],
    ['the access that was taken on has lapsed', actingSession, async () => setClock(TODAY + HOUR + 1), ended],
    [
      'its administrator lost ADMIN',
      actingSession,
      () => change(admin, { flags: ['UNIT_EDIT', 'BULK_ACTIONS'] }),
      ended,
    ],
    ['its administrator was disabled', actingSession, () => change(admin, { UserStatus: 0 }), ended],
    [
      'its administrator lost UNIT_EDIT, which the user of the access has',
      actingSession,
      () => change(admin, { flags: ['ADMIN', 'BULK_ACTIONS'] }),
      () => `${fullNameOf(asker)} may no longer do this with a unit`,
    ],
    ['the user of the access was disabled', actingSession, () => change(asker, { UserStatus: 0 }), ended],
    [
      'the shown dealer is no longer below the own one',
      shownSession,
      () => DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath: '/1/49/220/' }).go(),
      () => `The access of ${fullNameOf(admin)}, with which the bulk action was started, has ended`,
    ],
  ])('%s', async (_, session, happens, reason) => {
    const units = serialsOf(await someUnits(2, { dealer: 220 }));
    const { bchKey } = await start(await session(), units);
    const shares = await line.nextShares();
    await happens();
    expect(await work(...shares)).toEqual([]);

    setClock(TODAY);
    const { bulkAction, rows } = await detailOf(observer, bchKey);
    expect(bulkAction).toMatchObject({ state: 'stopped', done: 0, failed: 0, stopReason: reason() });
    expect(rows.map(({ state }) => state)).toEqual(['queued', 'queued']);
    expect(await auditOf('bulkAction', bchKey)).toMatchObject([
      { action: 'start reporting off' },
      { action: 'stop bulk action', actorKey: 'system', after: { done: 0, units: 2, reason: reason() } },
    ]);
    for (const unit of units) {
      expect(await reportOf(unit)).toBe(1);
      expect(await auditOf('unit', unit)).toEqual([]);
    }
  });
});

describe('the access that was taken on for a bulk action', () => {
  const rowOf = async (session: string, meanwhile: (session: string) => Promise<unknown>) => {
    const [unit] = serialsOf(await someUnits(1, { dealer: 220 }));
    const { bchKey } = await start(session, [unit!]);
    const shares = await line.nextShares();
    await meanwhile(session);
    await work(...shares);
    const { bulkAction, rows } = await detailOf(observer, bchKey);
    return { row: rows[0], stopReason: bulkAction.stopReason, Report: await reportOf(unit!) };
  };
  const takeAgain = async (as: string) => {
    const { token } = await ask(users.endAccessAs, { as });
    setClock(TODAY + 1);
    return ask(users.setAccessAs, { userKeyAs: asker.UserKey, as: token });
  };

  it.each([
    ['was given back', (as: string) => ask(users.endAccessAs, { as })],
    ['was given back and taken on again', takeAgain],
    ['ended with its session', (as: string) => ask(auth.logout, { as })],
    ['ended with all sessions of the administrator', (as: string) => ask(auth.logoutEverywhere, { as })],
    ['left with its dealer', () => DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath: '/1/49/220/' }).go()],
  ])('gives nothing once it %s', async (_, meanwhile) => {
    expect(await rowOf(await actingSession(), meanwhile)).toMatchObject({
      ...{ row: { state: 'queued' }, stopReason: ended(), Report: 1 },
    });
  });

  it('lasts while its session shows another dealer', async () => {
    const { row, Report } = await rowOf(await actingSession(), (as) =>
      ask(dealerSwitch.showAsSubDealer, { DealerKey: 2201, as }),
    );
    expect({ row, Report }).toMatchObject({ row: { state: 'done' }, Report: 0 });
  });
});

describe('a row is done', () => {
  it.each([
    ['as the user', () => sessionOf(asker), () => ({ actorKey: asker.UserKey, asUserKey: asker.UserKey })],
    [
      'with access that was taken on, under both names',
      actingSession,
      () => ({ actorKey: admin.UserKey, asUserKey: asker.UserKey }),
    ],
    ['as the shown dealer', shownSession, () => ({ actorKey: admin.UserKey, asDealerKey: 220 })],
  ])('%s', async (_, session, who) => {
    const [unit] = serialsOf(await someUnits(1, { dealer: 220 }));
    await start(await session(), [unit!]);
    await work(...(await line.nextShares()));
    expect(await auditOf('unit', unit!)).toMatchObject([who()]);
    expect(await reportOf(unit!)).toBe(0);
  });

  it('with the dealer that its user has by then, and not with more', async () => {
    const [own] = serialsOf(await someUnits(1, { dealer: 220 }));
    const [above] = serialsOf(await someUnits(1, { dealer: 22 }));
    const { bchKey } = await switchOff(asker, [own!, above!]);
    await work(...(await line.nextShares()));
    expect((await detailOf(observer, bchKey)).rows.map(({ state }) => state)).toEqual(['done', 'failed']);
  });
});

it('a row fails as if its unit did not exist if the user went to another dealer', async () => {
  const [unit] = serialsOf(await someUnits(1, { dealer: 220 }));
  const { bchKey } = await switchOff(asker, [unit!]);
  const shares = await line.nextShares();
  await change(asker, { DealerKey: 49, dealerPath: '/1/49/' });
  await work(...shares);
  expect((await detailOf(observer, bchKey)).rows).toMatchObject([{ state: 'failed', reason: 'There is no such unit' }]);
});

it('a row reads the rights in the latest state of the table', async () => {
  const { Key } = UserEntity.get({ UserKey: asker.UserKey }).params() as { Key: object };
  await switchOff(asker, ['ZZZZZ6']);
  const shares = await line.nextShares();
  const reads: unknown[] = [];
  client.middlewareStack.add(
    (next) => (args) => {
      const input = args.input as { Key?: object; ConsistentRead?: boolean };
      if (isEqual(input.Key, Key)) reads.push(input.ConsistentRead);
      return next(args);
    },
    { step: 'initialize', name: 'reads' },
  );
  await work(...shares);
  client.middlewareStack.remove('reads');
  expect(reads).toEqual([true]);
});

it('the stored order names the user, and contains no rights', async () => {
  const session = await actingSession();
  const { bchKey } = await start(session, ['ZZZZZ9']);
  await line.nextShares();
  const { data } = await BulkActionOrderEntity.get({ bchKey }).go();
  expect(data?.askedBy).toEqual({
    sessionId: await verifyToken(session),
    UserKey: admin.UserKey,
    asUserKey: asker.UserKey,
    asUntil: TODAY + HOUR,
  });
});

describe('a retry', () => {
  it('lends no rights to the rows of somebody else', async () => {
    const foreign = serialsOf(await someUnits(2, { dealer: 49 }));
    const { bchKey } = await switchOff(asker, foreign);
    await work(...(await line.nextShares()));
    const above = await aUser({ dealer: 1, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
    expect((await call(bulkActions.retry, { bchKey, as: above })).status).toBe(200);
    await work(...(await line.nextShares()));

    const { bulkAction, rows } = await detailOf(above, bchKey);
    expect(bulkAction).toMatchObject({ state: 'finished', done: 0, failed: 2 });
    expect(rows.map(({ reason }) => reason)).toEqual(['There is no such unit', 'There is no such unit']);
    for (const unit of foreign) {
      expect(await reportOf(unit)).toBe(1);
      expect(await auditOf('unit', unit)).toEqual([]);
    }
    const retries = (await auditOf('bulkAction', bchKey)).filter(({ action }) => action === 'retry reporting off');
    expect(retries).toMatchObject([{ actorKey: above.UserKey }]);
  });

  it('changes units in the name of the user who started the bulk action', async () => {
    const [unit] = await someUnits(1, { dealer: 220, UnitModel: 'myConnect' });
    const { bchKey } = await switchOff(asker, [unit!.UnitSerNum]);
    await work(...(await line.nextShares()));
    await UnitEntity.patch({ UnitSerNum: unit!.UnitSerNum }).set({ UnitModel: 'MXD-LTE' }).go();
    await ask(bulkActions.retry, { bchKey, as: admin });
    await work(...(await line.nextShares()));
    expect(await auditOf('unit', unit!.UnitSerNum)).toMatchObject([{ actorKey: asker.UserKey }]);
  });

  it('is refused outside the own dealers, and without the flag or the right to do the same to one unit', async () => {
    const { bchKey } = await switchOff(asker, ['ZZZZZ8']);
    await work(...(await line.nextShares()));
    const retry = async (options: Parameters<typeof aUser>[0]) =>
      (await call(bulkActions.retry, { bchKey, as: await aUser(options) })).status;
    expect(await retry({ dealer: 49, flags: ['BULK_ACTIONS'] })).toBe(404);
    expect(await retry({ dealer: 220, flags: ['UNIT_EDIT'] })).toBe(403);
    expect(await retry({ dealer: 220, flags: ['UNIT', 'UNIT_VIEW', 'BULK_ACTIONS'] })).toBe(403);
    expect(await line.nextShares()).toEqual([]);
  });
});

it.each([
  ['only bulk actions', ['BULK_ACTIONS']],
  ['units to view', ['UNIT', 'UNIT_VIEW', 'BULK_ACTIONS']],
] as const)('a user with %s cannot start to switch reporting [P2-A13]', async (_, flags) => {
  const [unit] = serialsOf(await someUnits(1, { dealer: 220 }));
  const as = await aUser({ dealer: 220, flags });
  const order = { action: 'reporting', type: 'off', UnitModel: 'MXD-LTE' } as const;
  expect(await call(bulkActions.create, { ...order, units: [unit!], as })).toMatchObject({
    status: 422,
    body: { issues: [{ path: 'action', message: 'You may not do this with units' }] },
  });
  expect(await line.nextShares()).toEqual([]);
});
