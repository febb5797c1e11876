import type { Scope } from '#core/scope.ts';
import { auditEntry } from '#data/audit/audit.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { exchangeSession } from '#platform/session/exchange-session.ts';

/** Replaces the session by one that is shown as a dealer of the user's own tree. NOT_FOUND for a dealer outside of it. */
export async function showAs(scope: Scope, dealerKey: number): Promise<{ token: string }> {
  const { home, userKey } = scope;
  const { DealerKey } = await dealerStore.get(home, dealerKey);
  const now = Date.now();
  const entry = auditEntry(
    scope,
    {
      objectKind: 'dealer',
      objectId: String(DealerKey),
      dealerKey: home.dealerKey,
      action: 'show as dealer',
      before: { DealerKey: scope.dealerKey },
      after: { DealerKey },
    },
    now,
  );
  return exchangeSession(
    scope,
    ({ shown: _before, ...session }) =>
      DealerKey === home.dealerKey ? session : { ...session, shown: { UserKey: userKey, DealerKey } },
    entry,
    now,
  );
}
