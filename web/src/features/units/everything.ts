import { useState } from 'react';
import { queryWords } from '#core/units/facet-words.ts';
import type { Unit } from '#core/units/unit.ts';
import type { ListPageState } from '#web/lib/list/use-list-page.ts';
import { useSession } from '#web/lib/session/session.tsx';
import type { BulkQuery, BulkUnits } from '#web/shared/bulk-actions/use-bulk-start.ts';
import { isSearch, type ListAddress } from './list-address.ts';

interface Options {
  address: ListAddress;
  list: Pick<ListPageState<Unit>, 'rows' | 'isPart'>;
  /** How many units match, where that is counted. */
  total: number | undefined;
}

/** The selection of all units that match the filters of the list, loaded or not. Undefined where the list is no such query, or is whole. */
export function useEverything({ address, list, total }: Options) {
  const engineer = useSession().has('ENGINEER');
  const { UnitModel, withoutSecret, filters } = address;
  const { order: _order, ...filtered } = filters ?? {};
  const asked = withoutSecret ? { withoutSecret } : filtered;
  const key = JSON.stringify([UnitModel, asked]);
  const [selectedFor, setSelectedFor] = useState<string>();
  if (isSearch(address) || !list.isPart) return undefined;

  const shown = list.rows ?? [];
  const dealerName = shown.find(({ DealerKey }) => String(DealerKey) === filtered.DealerKey)?.DealerName;
  const query: BulkQuery = {
    filters: asked as BulkQuery['filters'],
    words: queryWords(asked, { UnitModel, dealerName }, { engineer }),
    count: total,
  };
  const units: BulkUnits = { UnitModel, units: shown.map(({ UnitSerNum }) => UnitSerNum), query };
  return {
    /** Another query has not been selected. */
    selected: selectedFor === key,
    onChange: (selected: boolean) => setSelectedFor(selected ? key : undefined),
    units,
  };
}
