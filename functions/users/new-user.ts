import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { AccessFlag } from '#core/access.ts';
import { AppError } from '#core/errors.ts';
import type { LaterRights, Rights } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { type FlagChanges, mayDoAllOf, whyNotChangeFlag, withFlags } from '#core/users/access-rules.ts';
import type { users } from '#core/users/contract.ts';
import { requireDealer } from '#core/users/manage.ts';
import { NEW_USER_TYPE } from '#core/users/user.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { auditEntry } from '#data/audit/audit.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { userObject } from '#data/users/users.ts';

/** Throws FORBIDDEN with the reason, if there is one. */
export const refuseIf = (reason: string | undefined) => {
  if (reason) throw new AppError('FORBIDDEN', reason);
};

/** A user of the dealer, or of one below it, who can be stored, with the audit entry. Throws if the rights do not allow it. */
export async function newUser(by: LaterRights, input: z.output<typeof users.create.input>, now: number) {
  requireDealer(by, input.DealerKey);
  const { DealerKey, dealerPath } = await dealerStore.get(by, input.DealerKey ?? by.dealerKey);
  const fields = {
    UserName: input.UserName,
    UserEmail: input.UserEmail,
    UserFirstName: input.UserFirstName,
    UserLastName: input.UserLastName,
    UserStatus: 1,
    UserTypeKey: NEW_USER_TYPE,
    DealerKey,
  };
  const flags = flagsAfter(by, [], input.access);
  const user: UserRecord = { ...fields, UserKey: randomUUID(), dealerPath, flags, emailSince: instant(now) };
  const created = { ...userObject(user), action: 'create user' as const, after: { ...fields, access: flags } };
  return { user, entry: auditEntry(by, created, now) };
}

/** The flags after the changes. FORBIDDEN if the caller would grant or revoke a flag that they do not have. */
export function flagsAfter(
  scope: Pick<Rights, 'flags'>,
  was: readonly AccessFlag[],
  changes: FlagChanges,
): AccessFlag[] {
  const next = withFlags(was, changes);
  for (const [flag, on] of Object.entries(changes) as [AccessFlag, boolean][])
    if (was.includes(flag) !== on) refuseIf(whyNotChangeFlag(scope.flags, flag, on));
  if (!mayDoAllOf(scope.flags, next)) refuseIf('The user would have more rights than you');
  return next;
}
