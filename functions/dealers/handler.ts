import { mayAccess } from '#core/access.ts';
import { MANAGES_USERS, whyNotClose, whyNotMove } from '#core/dealers/closing.ts';
import { dealers } from '#core/dealers/contract.ts';
import type { DealerInput } from '#core/dealers/dealer.ts';
import type { DealerRecord } from '#core/dealers/dealer-record.ts';
import { DEALER_CHECK_LIMIT, requireEditable, revealsOthers, TOO_MANY_DEALER_CHECKS } from '#core/dealers/edit.ts';
import { pathUnder, requireDepth, requireNoCycle, requireParent } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { closedDealerStore } from '#data/dealers/closed-dealers.ts';
import { dealerChangeStore } from '#data/dealers/dealer-changes.ts';
import { dealerSearchStore } from '#data/dealers/dealer-search.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { shownDealers } from '#data/dealers/shown.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { managedUserStore } from '#data/users/managed-users.ts';
import { serve } from '#platform/http/serve.ts';
import { moveDealer } from './move.ts';
import { setUpReportingAccount } from './reporting-account.ts';

export const handler = serve(dealers, {
  async list({ input, scope }) {
    const { items, cursor } = await dealerSearchStore.page(scope, input);
    return { items: await shownDealers(scope, items), cursor };
  },

  async users({ input, scope }) {
    const dealer = await dealerStore.get(scope, input.DealerKey ?? scope.dealerKey);
    return managedUserStore.list({ dealer, below: false, status: undefined }, input);
  },

  async create({ input, scope }) {
    const parent = await parentOf(scope, input.DealerParent);
    requireParent(scope, parent);
    requireDepth(parent);
    const now = Date.now();
    await countCheck(scope, undefined, input, now);
    return one(scope, await dealerChangeStore.create(scope, input, parent, now));
  },

  async update({ input, scope }) {
    const { DealerKey, DealerParent, version, ...change } = input;
    const was = await dealerStore.get(scope, DealerKey);
    requireEditable(scope, was, input);
    if (version !== undefined && version !== (was.version ?? 0))
      throw new AppError('CONFLICT', 'Somebody else changed the dealer meanwhile');
    const now = Date.now();
    await countCheck(scope, was, input, now);
    const moves = DealerParent !== undefined && DealerParent !== (was.DealerParent ?? null);
    const parent = moves ? await parentOf(scope, DealerParent) : undefined;
    if (parent !== undefined) {
      requireParent(scope, parent);
      requireNoCycle(was, parent);
      await requireMove(scope, was, parent, now);
      return one(scope, await moveDealer(scope, was, change, parent, now));
    }
    return one(scope, await dealerChangeStore.update(scope, was, change, now));
  },

  async setStatus({ input, scope }) {
    const was = await dealerStore.get(scope, input.DealerKey);
    const reason = whyNotClose({ ...scope, managesUsers: managesUsers(scope) }, was);
    if (reason) throw new AppError('FORBIDDEN', reason);
    return one(scope, await dealerChangeStore.setStatus(scope, was, input.DealerStatus, Date.now()));
  },

  async setUpReportingAccount({ input, scope }) {
    return one(scope, await setUpReportingAccount(scope, await dealerStore.get(scope, input.DealerKey)));
  },
});

const one = async (scope: Scope, dealer: DealerRecord) => (await shownDealers(scope, [dealer]))[0]!;

const managesUsers = (scope: Scope) => mayAccess(MANAGES_USERS, scope);

/** FORBIDDEN if the move would lock users out or let them in, and the caller does not manage users. */
async function requireMove(scope: Scope, was: DealerRecord, parent: DealerRecord | null, now: number): Promise<void> {
  const places = { from: was.dealerPath, to: pathUnder(parent, was.DealerKey) };
  const closed = await closedDealerStore.keys(now, { consistent: true });
  const reason = whyNotMove({ managesUsers: managesUsers(scope) }, places, closed);
  if (reason) throw new AppError('FORBIDDEN', reason);
}

/** Counts a change that reveals what other dealers are called. TOO_MANY after too many, also of those that were refused. */
async function countCheck(
  scope: Scope,
  was: DealerRecord | undefined,
  input: Partial<DealerInput>,
  now: number,
): Promise<void> {
  if (!revealsOthers(scope, was, input)) return;
  if (!(await attemptStore.count(DEALER_CHECK_LIMIT, scope.actor.userKey, now)))
    throw new AppError('TOO_MANY', TOO_MANY_DEALER_CHECKS);
}

/** The dealer of the key as a parent; NOT_FOUND if it is outside the scope. */
const parentOf = async (scope: Scope, key: number | null) => (key === null ? null : dealerStore.get(scope, key));
