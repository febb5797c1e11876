import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import type { users } from '#core/users/contract.ts';
import { requireDealer } from '#core/users/manage.ts';
import {
  IN_LIST_ALREADY,
  MASS_INVITATION_LIMIT,
  MASS_NAME_LIMIT,
  MASS_USER_LIMIT,
  TOO_MANY_LISTED_NAMES,
  TOO_MANY_LISTED_USERS,
} from '#core/users/mass-create.ts';
import type { MassCreationRecord } from '#core/users/mass-creation-record.ts';
import { NAME_TAKEN } from '#core/users/user.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { attemptsLeft } from '#data/kit/attempts-left.ts';
import { managedUserStore } from '#data/users/managed-users.ts';
import { massCreationStore } from '#data/users/mass-creations.ts';
import { flagsAfter } from './new-user.ts';

type UserList = z.output<typeof users.massCreate.input>;

/** The dealer and the access of the users of a list. Throws if the caller may not give them. */
export async function listRights(scope: Scope, { DealerKey: asked, access }: Pick<UserList, 'DealerKey' | 'access'>) {
  requireDealer(scope, asked);
  const { DealerKey } = await dealerStore.get(scope, asked ?? scope.dealerKey);
  return { DealerKey, flags: flagsAfter(scope, [], access) };
}

/** Throws if the caller may not create such users: who resumes a list has its users created, with the rights of somebody else. */
export const requireListRights = (
  scope: Scope,
  { DealerKey, flags }: Pick<MassCreationRecord, 'DealerKey' | 'flags'>,
) => listRights(scope, { DealerKey, access: Object.fromEntries(flags.map((flag) => [flag, true])) });

/** Starts the creation of the users. Counts the whole list here, so that a started list is never refused user by user. */
export async function startCreation(scope: Scope, list: UserList, now: number) {
  const rights = await listRights(scope, list);
  if (!(await attemptStore.count(MASS_USER_LIMIT, scope.actor.userKey, now, list.users.length)))
    throw new AppError('TOO_MANY', TOO_MANY_LISTED_USERS);
  return massCreationStore.create(scope, { ...rights, users: list.users }, now);
}

/** The users of a list that would not be created, and why, and how many mails to new users are left. TOO_MANY after too many names: the answer reveals which are taken. */
export async function dryRun(scope: Scope, list: UserList, now: number) {
  await listRights(scope, list);
  if (!(await attemptStore.count(MASS_NAME_LIMIT, scope.actor.userKey, now, list.users.length)))
    throw new AppError('TOO_MANY', TOO_MANY_LISTED_NAMES);
  const taken = await managedUserStore.takenOf(list.users.map(({ UserName }) => UserName));
  const before = new Set<string>();
  const excluded = list.users.flatMap(({ UserName }, row) => {
    const name = UserName.toLowerCase();
    const reason = taken.has(name) ? NAME_TAKEN : before.has(name) ? IN_LIST_ALREADY : undefined;
    before.add(name);
    return reason === undefined ? [] : [{ row, UserName, reason }];
  });
  return { excluded, mailsLeft: await attemptsLeft(MASS_INVITATION_LIMIT, scope.actor.userKey, now) };
}
