import type { PossibleRecipient } from '#core/saved-reports/recipient.ts';
import { dealerKeysOf } from '#core/scope.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { holderOf, isEnabled } from '#data/users/users.ts';

/** A user, to the rules of recipients. `closed`: the keys of the closed dealers, whose people cannot sign in. */
export const asRecipient = (user: UserRecord, closed: ReadonlySet<number>): PossibleRecipient => ({
  ...user,
  isEnabled: isEnabled(user) && !dealerKeysOf(user.dealerPath).some((key) => closed.has(key)),
  holder: { ...holderOf(user), home: { dealerKey: user.DealerKey } },
});
