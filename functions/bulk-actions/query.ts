import { MAX_MATCHING, MAX_UNITS, TOO_MANY_MATCH } from '#core/bulk-actions/bulk-action.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#core/scope.ts';
import { units } from '#core/units/contract.ts';
import { queryWords } from '#core/units/facet-words.ts';
import type { UnitQuery } from '#core/units/list-query.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { dealerStore } from '#data/dealers/dealers.ts';
import { matchingUnits } from '#data/units/matching-units.ts';
import { reportLeftOut } from '#platform/http/output.ts';

interface Asked {
  UnitModel: UnitModel;
  query: UnitQuery;
}

const leaveOut = reportLeftOut(units.list);

/** The query of a bulk action, also in words. TOO_LARGE if more units match than one action can have, as far as they are counted. */
export async function queryOf(scope: Scope, asked: Asked, now: number) {
  const { matching, count = 0 } = await matchingUnits.of(scope, asked, now, leaveOut);
  if (count > MAX_MATCHING) throw new AppError('TOO_LARGE', TOO_MANY_MATCH);
  const { DealerKey } = asked.query;
  const dealerName = DealerKey === undefined ? undefined : (await dealerStore.get(scope, DealerKey)).DealerName;
  const viewer = { engineer: scope.flags.includes('ENGINEER') };
  return { query: matching, matching: queryWords(asked.query, { ...asked, dealerName }, viewer) };
}

/** The first units that match: as many as a dry run reads. */
export async function firstOf(scope: Scope, asked: Asked, now: number): Promise<UnitRecord[]> {
  const { matching } = await matchingUnits.of(scope, asked, now, leaveOut);
  return (await matchingUnits.page(scope, matching, { pageSize: MAX_UNITS }, leaveOut)).items;
}
