import type { Page } from '#core/paging.ts';
import type { Scope } from '#core/scope.ts';
import type { FacetFilters } from '#core/units/facets.ts';
import { filtersOf, matchingOf, versionsOf } from '#core/units/list-filters.ts';
import { hasRange, type UnitQuery } from '#core/units/list-query.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { scopeOfDealer } from '../dealers/dealers.ts';
import type { LeaveOut } from '../kit/readable.ts';
import { unitFacetStore } from './facet-list.ts';
import { unitSecretStore } from './unit-secrets.ts';
import { unitStore } from './units.ts';

/** The query of a list with the values that it had at its start: it means the same for as long as it is read. */
export interface MatchingUnits {
  UnitModel: UnitModel;
  /** The dealer whose units match, with those below it, wherever the user who started is now. */
  DealerKey: number;
  filters: FacetFilters;
  /** The units without a secret, instead of those that match filters. */
  withoutSecret?: true;
}

type ListScope = Pick<Scope, 'dealerKey' | 'dealerPath'>;

export const matchingUnits = {
  /** The query, and how many units match it; no number for several filters. NOT_FOUND if its dealer is outside the scope. */
  async of(
    scope: Scope,
    { UnitModel, query }: { UnitModel: UnitModel; query: UnitQuery },
    now: number,
    leaveOut: LeaveOut,
  ): Promise<{ matching: MatchingUnits; count: number | undefined }> {
    if (query.withoutSecret) {
      const { [UnitModel]: count = 0 } = await unitStore.totals(scope, 'withoutSecret');
      return { matching: { UnitModel, DealerKey: scope.dealerKey, filters: {}, withoutSecret: true }, count };
    }
    const within = await scopeOfDealer(scope, query.DealerKey);
    const [counts, totals] = await Promise.all([unitFacetStore.counts(within, leaveOut), unitStore.totals(within)]);
    const filters = filtersOf(query, scope, hasRange(query) ? versionsOf(counts, UnitModel) : [], now);
    return {
      matching: { UnitModel, filters, DealerKey: query.DealerKey ?? scope.dealerKey },
      count: matchingOf(filters, counts, totals)?.[UnitModel],
    };
  },

  /**
   * One page of the units that match, within the scope as it is now. It can be short although the list goes on. NOT_FOUND if the dealer of the query is
   * outside the scope.
   */
  async page(
    scope: ListScope,
    { UnitModel, DealerKey, filters, withoutSecret }: MatchingUnits,
    request: { cursor?: string | undefined; pageSize: number },
    leaveOut: LeaveOut,
  ): Promise<Page<UnitRecord>> {
    const within = DealerKey === scope.dealerKey ? scope : await scopeOfDealer(scope, DealerKey);
    if (withoutSecret) {
      const { items, cursor } = await unitSecretStore.withoutSecret(within, UnitModel, request);
      return { items: await unitStore.getMany(within, items), cursor };
    }
    if (Object.keys(filters).length === 0) return unitStore.list(within, UnitModel, request);
    // Only the first page chooses the index.
    const counts = request.cursor === undefined ? await unitFacetStore.counts(within, leaveOut) : [];
    const { items, cursor } = await unitFacetStore.list(within, UnitModel, filters, counts, request, leaveOut);
    return { items: await unitStore.getMany(within, items), cursor };
  },
};
