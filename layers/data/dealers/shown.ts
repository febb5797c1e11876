import { type Dealer, OFFICE_FIELDS } from '#core/dealers/dealer.ts';
import type { DealerRecord } from '#core/dealers/dealer-record.ts';
import { levelBelow } from '#core/dealers/tree.ts';
import { dealerKeysOf, type Scope } from '#core/scope.ts';
import { shownRows } from '../kit/shown-rows.ts';
import { dealerStore } from './dealers.ts';

type OfficeField = (typeof OFFICE_FIELDS)[number];

/** Stored dealers as dealer management shows them, without the name of a parent above the caller. */
export async function shownDealers(
  scope: Pick<Scope, 'dealerPath' | 'dealerKey'>,
  stored: readonly DealerRecord[],
): Promise<Dealer[]> {
  const above = new Set(dealerKeysOf(scope.dealerPath).filter((key) => key !== scope.dealerKey));
  const parents = stored.flatMap(({ DealerParent }) =>
    DealerParent === undefined || above.has(DealerParent) ? [] : [DealerParent],
  );
  const names = await dealerStore.names(parents, Date.now());
  return shownRows(stored, (dealer) => shown(scope, dealer, names));
}

const shown = (
  { dealerPath }: Pick<Scope, 'dealerPath'>,
  dealer: DealerRecord,
  names: ReadonlyMap<number, string>,
): Dealer => {
  const office = Object.fromEntries(OFFICE_FIELDS.map((field) => [field, dealer[field] ?? '']));
  return {
    ...(office as Record<OfficeField, string>),
    DealerKey: dealer.DealerKey,
    DealerName: dealer.DealerName,
    DealerStatus: dealer.DealerStatus,
    DealerBillingCode: dealer.DealerBillingCode ?? '',
    DealerParent: dealer.DealerParent ?? null,
    DealerParentName: (dealer.DealerParent !== undefined && names.get(dealer.DealerParent)) || null,
    level: levelBelow(dealerPath, dealer.dealerPath),
    MainContact: dealer.MainContact ?? null,
    reportingAccount: dealer.reportingAccount ?? null,
    version: dealer.version ?? 0,
  };
};
