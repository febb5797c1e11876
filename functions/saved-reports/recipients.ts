import { AppError } from '#core/errors.ts';
import { reportListOf } from '#core/reports/lists.ts';
import { whyNotRecipient } from '#core/saved-reports/recipient.ts';
import type { SavedReport } from '#core/saved-reports/saved-report.ts';
import type { Scope } from '#core/scope.ts';
import { fullNameOf, type UserRecord } from '#core/users/user-record.ts';
import { closedDealerStore } from '#data/dealers/closed-dealers.ts';
import { managedUserStore } from '#data/users/managed-users.ts';
import { userStore } from '#data/users/users.ts';
import { asRecipient } from '#platform/saved-reports/as-recipient.ts';

type Listed = Pick<SavedReport, 'list'>;

/** The most users that are offered at once. A text finds the others. */
const MOST_OFFERED = 100;

const reportOf = ({ list }: Listed, { userKey, dealerKey }: Scope) => ({
  ownerKey: userKey,
  DealerKey: dealerKey,
  access: reportListOf(list).endpoint.access,
});

const named = (user: UserRecord) => ({ UserKey: user.UserKey, fullName: fullNameOf(user) });

/** Users who can get the report by mail, the caller first. */
export async function possibleRecipients(scope: Scope, report: Listed, text: string) {
  const { dealerKey: DealerKey, dealerPath } = scope;
  const selection = { dealer: { DealerKey, dealerPath }, below: false, status: 'enabled' as const };
  const [closed, own, { items }] = await Promise.all([
    closedDealerStore.keys(Date.now()),
    userStore.byKey(scope.userKey, true),
    text === ''
      ? managedUserStore.list(selection, { pageSize: MOST_OFFERED })
      : managedUserStore.find(selection, text, { pageSize: MOST_OFFERED }),
  ]);
  const others = items.filter(({ UserKey }) => UserKey !== scope.userKey);
  return [...(own ? [own] : []), ...others]
    .filter((user) => whyNotRecipient(asRecipient(user, closed), reportOf(report, scope)) === undefined)
    .map(named);
}

/** The names of the recipients. Throws INVALID if one of them cannot get the report. */
export async function requireRecipients(scope: Scope, report: Listed, keys: readonly string[]): Promise<string[]> {
  const closed = await closedDealerStore.keys(Date.now(), { consistent: true });
  const users = new Map((await userStore.byKeys(keys)).map((user) => [user.UserKey, user]));
  return keys.map((key, index) => {
    const user = users.get(key);
    // A user of another dealer does not exist for the caller.
    const isKnown = user !== undefined && (user.DealerKey === scope.dealerKey || key === scope.userKey);
    const reason = isKnown
      ? whyNotRecipient(asRecipient(user, closed), reportOf(report, scope))
      : 'There is no such user';
    if (!isKnown || reason !== undefined)
      throw new AppError('INVALID', reason!, [{ path: `recipients.${index}`, message: reason! }]);
    return fullNameOf(user);
  });
}
