import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auth } from '#core/auth/contract.ts';
import type { Endpoint } from '#core/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { SessionEntity } from '#data/auth/session-entity.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { subjectStore } from '#data/auth/sign-ons.ts';
import { DEALER_MOVED, DealerEntity } from '#data/dealers/dealers.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { userStore } from '#data/users/users.ts';
import { aCaller, aSecondFactor } from '#support/accounts.ts';
import { ask, call } from '#support/call.ts';
import { aUnit } from '#support/fleet.ts';
import { aSession, aUser } from '#support/people.ts';
import {
  changesBetween,
  followedItems,
  removeNewItems,
  restoreItems,
  type StoredItem,
} from '#support/table-content.ts';
import { beforeNextTransaction } from '#support/table-faults.ts';
import { aWorld } from '#support/world.ts';
import { SHIPPED_KEY } from '../orders/sample.ts';
import { CONTRACT, ENDPOINTS } from './endpoints.ts';
import { goodSampleOf } from './good-samples.ts';

/**
 * Written by hand: the calls that make users, change what they may do or how they sign in, how units prove themselves, move dealers or units, issue
 * what signs in, or decide who gets notifications and alarms, or which firmware units get.
 */
const GIVE_RIGHTS = [
  'auth.convertCentreJWT',
  'auth.convertJWT',
  'auth.issueEntryToken',
  'auth.unlinkSignOn',
  'dealer-settings.addNotification',
  'dealer-settings.deleteNotification',
  'dealer-settings.sendContactLink',
  'dealer-settings.updateAccount',
  'dealer-settings.updateNotification',
  'dealer-switch.showAsDealer',
  'dealer-switch.showAsSubDealer',
  'dealers.create',
  'dealers.setStatus',
  'dealers.update',
  'monitoring-centers.addRemove',
  'monitoring-centers.removeReceiver',
  'monitoring-centers.setReceiver',
  'monitoring-centers.update',
  'orders.allotUnits',
  'orders.releaseUnit',
  'ota.create',
  'ota.makeCurrent',
  'ota.sign',
  'passkeys.register',
  'passkeys.remove',
  'repair.swapBoard',
  'rollouts.act',
  'saved-reports.setMail',
  'second-factor.confirm',
  'second-factor.newRecoveryCodes',
  'second-factor.turnOff',
  'units.giveSecret',
  'units.importUnits',
  'units.moveToSubDealer',
  'units.withdrawSecret',
  'user-settings.changePassword',
  'user-settings.save',
  'users.create',
  'users.edit',
  'users.endAccessAs',
  'users.massCreate',
  'users.massCreateCommand',
  'users.remove',
  'users.resetSecondFactor',
  'users.sendPasswordLink',
  'users.setAccess',
  'users.setAccessAs',
  'users.update',
];

it('the calls that give rights are declared, and no others', () => {
  const declared = CONTRACT.filter(({ endpoint }) => endpoint.givesRights).map(({ name }) => name);
  expect(declared.sort()).toEqual(GIVE_RIGHTS);
});

let caller: UserRecord;
let other: UserRecord;
let root: UserRecord;
let above: UserRecord;
let world: Map<string, StoredItem>;
beforeAll(async () => {
  await aWorld();
  caller = await aCaller();
  await aSecondFactor(caller, 'app', ['7K2M9QXA04TBZZ1C']);
  other = await aUser({ dealer: 220 });
  root = await aUser({ dealer: 1 });
  above = await aUser({ dealer: 22 });
  await subjectStore.link('telus', 'a subject', await userOf('staff@oregon.example'), Date.now());
  await aUnit({ dealer: 1, number: 7_300, UnitModel: 'MXD-LTE', UnitStatus: 11 });
  world = await followedItems();
});
afterEach(async () => {
  await restoreItems(world);
  await removeNewItems(world);
});

const userOf = async (name: string) => (await userStore.byName(name))!;

/** Inputs for samples that change nothing in this world. */
const INPUTS: Readonly<Record<string, object>> = {
  'users.setAccess': { access: { UNIT: true } },
  'monitoring-centers.addRemove': { add: ['center-1-of-220'], remove: [] },
  'orders.allotUnits': { orderKey: SHIPPED_KEY, serialNumbers: ['407300'], dryRun: false },
};
const inputOf = async (name: string) => ({ ...(await goodSampleOf(name, caller)), ...INPUTS[name] });

/** Items that give no rights: counts, sessions and one-time tokens that end, and the caller, whom the test itself changes. */
const isBesideThePoint = ({ was, is }: { was: StoredItem | undefined; is: StoredItem | undefined }) => {
  const item = (was ?? is)!;
  const kind = String(item.__edb_e__);
  return (
    ['attempt', 'counter'].includes(kind) ||
    (['session', 'oneTimeToken'].includes(kind) && !is) ||
    item.UserKey === caller.UserKey
  );
};

/** The items of others that have changed, and those that were added. */
const changedItems = async () =>
  changesBetween(world, await followedItems())
    .filter((change) => !isBesideThePoint(change))
    .map(({ key }) => key);

const patchCaller = (fields: object) => UserEntity.patch({ UserKey: caller.UserKey }).set(fields).go();

/** Takes on the access of the other user in the session. */
const takeAccess = ({ sessionId }: Session) =>
  SessionEntity.patch({ sessionId })
    .set({ asUserKey: other.UserKey, asUntil: Date.now() + 60_000 })
    .go();

const moveCaller = (DealerKey: number, dealerPath: string) =>
  patchCaller({ DealerKey, dealerPath, tree: 'all', UserName: caller.UserName, UserStatus: 1 });

type Session = { sessionId: string; token: string };

/** The call is for monitoring centres only. */
const isForCentres = ({ access }: Endpoint) => !access.public && access.userTypes.every((type) => type === 4);

/** The call is for people of the root dealer only. */
const isForRootDealer = ({ access }: Endpoint) => !access.public && access.onlyRootDealer === true;

/** What can take the caller's rights away at any moment. */
const LOSSES: readonly [string, (session: Session, otherType: 3 | 4) => Promise<unknown>][] = [
  ['was disabled', () => patchCaller({ UserStatus: 0 })],
  ['was deleted', () => UserEntity.delete({ UserKey: caller.UserKey }).go()],
  ['lost their flags', () => patchCaller({ flags: ['HIDE_CUSTOMER'] })],
  ['got another type', (_, UserTypeKey) => patchCaller({ UserTypeKey })],
  ['went to another dealer', () => moveCaller(49, '/1/49/')],
  ['signed out everywhere', () => patchCaller({ signedOutAt: Date.now() + 1 })],
  ['ended the session', ({ sessionId }) => sessionStore.end(sessionId)],
];

const GIVING = ENDPOINTS.filter(({ endpoint }) => endpoint.givesRights);

describe.each(GIVING)('$name', { timeout: 120_000 }, ({ name, endpoint }) => {
  it('does nothing for a user who was disabled a moment ago, though this instance knows the session', async () => {
    const { token } = await aSession(caller);
    await ask(auth.access, { as: token });
    await patchCaller({ UserStatus: 0 });
    expect((await call(endpoint, { ...(await inputOf(name)), as: token })).status).toBe(401);
    expect(await changedItems()).toEqual([]);
  });

  it.each(LOSSES)('does nothing for a user who %s while the call runs', async (_, lose) => {
    if (isForCentres(endpoint)) await patchCaller({ UserTypeKey: 4 });
    if (isForRootDealer(endpoint)) await moveCaller(1, '/1/');
    const session = await aSession(caller);
    if (name === 'users.endAccessAs') await takeAccess(session);
    const ran = beforeNextTransaction(() => lose(session, isForCentres(endpoint) ? 3 : 4));
    const { status, body } = await call(endpoint, { ...(await inputOf(name)), as: session.token });
    expect(ran(), 'the call makes a transaction').toBe(true);
    expect([401, 409], JSON.stringify(body)).toContain(status);
    expect(await changedItems()).toEqual([]);
  });
});

const isOf220 = (key: string) => key.startsWith('$watchkeep#DealerKey_220 ');

const ADMINISTERING = GIVING.filter(({ name }) => ['users.create', 'users.setAccess', 'users.remove'].includes(name));

describe.each(ADMINISTERING)('$name, as somebody else', ({ name, endpoint }) => {
  it('does nothing if the user whose access was taken on loses flags while the call runs', async () => {
    const session = await aSession(caller);
    await takeAccess(session);
    beforeNextTransaction(() => UserEntity.patch({ UserKey: other.UserKey }).set({ flags: [] }).go());
    expect((await call(endpoint, { ...(await inputOf(name)), as: session.token })).status).toBe(401);
    expect((await changedItems()).filter((key) => !key.includes(other.UserKey))).toEqual([]);
  });

  it('does nothing if the dealer of the user whose access was taken on is moved away while the call runs', async () => {
    const session = await aSession(root);
    await takeAccess(session);
    beforeNextTransaction(() =>
      DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath: '/1/49/220/', tree: 'all' }).go(),
    );
    const { status } = await call(endpoint, { ...(await inputOf(name)), as: session.token });
    expect([401, 409]).toContain(status);
    expect((await changedItems()).filter((key) => !isOf220(key) && !key.includes(session.sessionId))).toEqual([]);
  });

  it('does nothing with the access of a user who has not yet followed their dealer', async () => {
    const session = await aSession(above);
    await takeAccess(session);
    await DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath: '/1/49/220/', tree: 'all' }).go();
    expect((await call(endpoint, { ...(await inputOf(name)), as: session.token })).status).toBe(401);
    expect((await changedItems()).filter((key) => !isOf220(key) && !key.includes(session.sessionId))).toEqual([]);
  });

  it('does nothing if the shown dealer is moved away while the call runs', async () => {
    const { sessionId, token } = await aSession(root);
    await SessionEntity.patch({ sessionId })
      .set({ shown: { UserKey: root.UserKey, DealerKey: 22 } })
      .go();
    beforeNextTransaction(() =>
      DealerEntity.patch({ DealerKey: 22 }).set({ dealerPath: '/1/49/22/', tree: 'all' }).go(),
    );
    const { status } = await call(endpoint, { ...(await inputOf(name)), as: token });
    expect([401, 409]).toContain(status);
    expect(
      (await changedItems()).filter((key) => !key.startsWith('$watchkeep#DealerKey_22 ') && !key.includes(sessionId)),
    ).toEqual([]);
  });
});

/** Written by hand: the calls that are about no other user, or only give something back. All others are about another user. */
const ABOUT_NO_OTHER_USER = [
  'auth.convertCentreJWT',
  'auth.convertJWT',
  'dealer-settings.addNotification',
  'dealer-settings.deleteNotification',
  'dealer-settings.sendContactLink',
  'dealer-settings.updateAccount',
  'dealer-settings.updateNotification',
  'dealer-switch.showAsDealer',
  'dealer-switch.showAsSubDealer',
  'dealers.create',
  'dealers.setStatus',
  'dealers.update',
  'monitoring-centers.addRemove',
  'monitoring-centers.removeReceiver',
  'monitoring-centers.setReceiver',
  'monitoring-centers.update',
  'orders.allotUnits',
  'orders.releaseUnit',
  'ota.create',
  'ota.makeCurrent',
  'ota.sign',
  'passkeys.register',
  'passkeys.remove',
  'repair.swapBoard',
  'rollouts.act',
  // Its recipients are of the same dealer by its key, wherever that moves, and are checked again before each mail.
  'saved-reports.setMail',
  'second-factor.confirm',
  'second-factor.newRecoveryCodes',
  'second-factor.turnOff',
  'units.giveSecret',
  'units.importUnits',
  'units.moveToSubDealer',
  'units.withdrawSecret',
  'user-settings.changePassword',
  'user-settings.save',
  'users.create',
  'users.endAccessAs',
  'users.massCreate',
  // Its list is of a dealer that the user does not see until they follow.
  'users.massCreateCommand',
];

it.each(GIVING.filter(({ name }) => !ABOUT_NO_OTHER_USER.includes(name)))(
  '$name does nothing with a user who has not yet followed their dealer',
  async ({ name, endpoint }) => {
    const { token } = await aSession(caller);
    await DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath: '/1/49/220/', tree: 'all' }).go();
    const result = await call(endpoint, { ...(await inputOf(name)), as: token });
    expect(result).toMatchObject({ status: 409, body: { message: DEALER_MOVED } });
    expect((await changedItems()).filter((key) => !isOf220(key))).toEqual([]);
  },
);
