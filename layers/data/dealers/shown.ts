import { type Dealer, OFFICE_FIELDS } from '#core/dealers/dealer.ts';
import type { DealerRecord } from '#core/dealers/dealer-record.ts';
import { levelBelow } from '#core/dealers/tree.ts';
import { dealerKeysOf, type Scope } from '#core/scope.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { getAll } from '../kit/batch.ts';
import { shownRows } from '../kit/shown-rows.ts';
import { UnitCountEntity } from '../units/units.ts';
import { UserCountEntity } from '../users/user-entities.ts';
import { closedDealerStore } from './closed-dealers.ts';
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
  const now = Date.now();
  const [names, counts, closed] = await Promise.all([
    dealerStore.names(parents, now),
    countsOf(stored.map(({ DealerKey }) => DealerKey)),
    // As it is now: the answer to closing a dealer must show it.
    closedDealerStore.keys(now, { consistent: true }),
  ]);
  return shownRows(stored, (dealer) => ({
    ...shown(scope, dealer, names),
    ...counts(dealer.DealerKey),
    closedAbove: dealerKeysOf(dealer.dealerPath).some((key) => key !== dealer.DealerKey && closed.has(key)),
  }));
}

/** The numbers of units (at the dealer and below) and users (at the dealer itself) by dealer. */
async function countsOf(dealerKeys: readonly number[]) {
  const [units, users] = await Promise.all([
    getAll(
      UnitCountEntity,
      dealerKeys.flatMap((DealerKey) => UNIT_MODELS.map((UnitModel) => ({ DealerKey, UnitModel }))),
    ),
    getAll(
      UserCountEntity,
      dealerKeys.map((DealerKey) => ({ DealerKey })),
    ),
  ]);
  const unitsOf = Map.groupBy(units, ({ DealerKey }) => DealerKey);
  const usersOf = new Map(users.map(({ DealerKey, count }) => [DealerKey, count]));
  return (key: number) => ({
    unitCount: (unitsOf.get(key) ?? []).reduce((sum, { count }) => sum + count, 0),
    userCount: usersOf.get(key) ?? 0,
  });
}

const shown = (
  { dealerPath }: Pick<Scope, 'dealerPath'>,
  dealer: DealerRecord,
  names: ReadonlyMap<number, string>,
): Omit<Dealer, 'closedAbove' | 'unitCount' | 'userCount'> => {
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
