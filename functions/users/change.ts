import type { z } from 'zod';
import { USER_TYPE } from '#core/access.ts';
import type { AuditAction } from '#core/audit/kinds.ts';
import { isEmailProven } from '#core/auth/email-claim.ts';
import type { Scope } from '#core/scope.ts';
import type { users } from '#core/users/contract.ts';
import { whyNotChange, whyNotDelete, whyNotSetType } from '#core/users/manage.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { managedUserStore } from '#data/users/managed-users.ts';
import { userEditStore } from '#data/users/user-edits.ts';
import { holderOf, isEnabled, userStore } from '#data/users/users.ts';
import { mailUser } from '#platform/session/mail-user.ts';
import { changesName, countNameCheck } from '#platform/session/name-checks.ts';
import { managedOf, managerOf } from './changeable-user.ts';
import { flagsAfter, newUser, refuseIf } from './new-user.ts';

/** Creates a user of the caller's dealer, or of one below it, without a password. */
export async function createUser(scope: Scope, input: z.output<typeof users.create.input>, now: number) {
  const { user, entry } = await newUser(scope, input, now);
  await countNameCheck(scope, now);
  await userStore.create(user, entry, scope);
  return user;
}

/** Changes the given fields of a user. Their sessions end if they are disabled, or see other data as a monitoring centre. */
export async function changeUser(scope: Scope, input: z.output<typeof users.edit.input>, now: number) {
  const was = await managedUserStore.get(scope, input.UserKey);
  const { access = {}, UserKey: _key, ...fields } = input;
  const next = { ...was, ...definedFields(fields) };
  refuseIf(
    onlyDisables(input)
      ? whyNotDelete(managerOf(scope), managedOf(was))
      : whyNotChange(managerOf(scope), managedOf(was)),
  );
  if (next.UserTypeKey !== was.UserTypeKey)
    for (const type of [was.UserTypeKey, next.UserTypeKey]) refuseIf(whyNotSetType(scope, type));
  if (next.DealerKey !== was.DealerKey) next.dealerPath = (await dealerStore.get(scope, next.DealerKey)).dealerPath;
  if (Object.keys(access).length > 0) next.flags = flagsAfter(scope, holderOf(was).flags, access);
  if (changesName(was.UserName, next.UserName)) await countNameCheck(scope, now);
  // In the same transaction, because the sessions would otherwise continue with access that they were not started for.
  const ends = endsSessions(was, next);
  if (ends) next.signedOutAt = now;
  await userEditStore.change(scope, was, next, actionOf(was, next), now);
  if (ends) await sessionStore.endAllOf(was.UserKey);
  // An unproven address may be a stranger's. Changing it back and forth must not send mails there.
  if (was.UserEmail !== next.UserEmail && isEmailProven(was) && isEnabled(was))
    await mailUser(
      was,
      'Your Watchkeep e-mail address was changed',
      'An administrator has given your account another e-mail address. Its mails no longer go to this one.',
    );
  return next;
}

/** Deletes a user and ends their sessions. */
export async function removeUser(scope: Scope, UserKey: string, now: number): Promise<void> {
  const user = await managedUserStore.get(scope, UserKey);
  refuseIf(whyNotDelete(managerOf(scope), managedOf(user)));
  await userEditStore.remove(scope, user, now);
  await sessionStore.endAllOf(UserKey);
}

const endsSessions = (was: UserRecord, next: UserRecord) =>
  (isEnabled(was) && !isEnabled(next)) ||
  (was.UserTypeKey === USER_TYPE.monitoringCentre && seesOtherThings(was, next));

/** True if the change opens other data to the user's sessions. A link into a monitoring centre's view must not lead to more. */
const seesOtherThings = (was: UserRecord, next: UserRecord) =>
  was.UserTypeKey !== next.UserTypeKey ||
  was.DealerKey !== next.DealerKey ||
  next.flags.some((flag) => !was.flags.includes(flag));

const onlyDisables = ({ UserKey: _key, ...changes }: z.output<typeof users.edit.input>) =>
  changes.UserStatus === 0 && Object.keys(definedFields(changes)).length === 1;

const definedFields = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>;
  };

function actionOf(was: UserRecord, next: UserRecord): AuditAction {
  if (isEnabled(was) !== isEnabled(next)) return isEnabled(next) ? 'enable user' : 'disable user';
  return 'change user';
}
