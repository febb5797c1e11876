import { MAX_UNITS } from '#core/bulk-actions/bulk-action.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { useDebounced } from '#web/components/hooks/use-debounced.ts';
import type { Input } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import type { BulkUnits } from './use-bulk-start.ts';

type Asked = Pick<Input<typeof bulkActions.create>, 'action' | 'type' | 'value'>;

/** A check waits for this pause in typing. */
const TYPING_PAUSE_MS = 300;

/**
 * The units that an action would change, and the reason of each other one. All chosen units while nothing is known, also if they cannot be checked: the
 * action itself says what became of each. Of a query the first units are checked, and `checked` is their number.
 */
export function useDryRun(chosen: BulkUnits | undefined, typed: Asked | undefined) {
  const all = chosen?.units ?? [];
  const choice = useDebounced(typed, TYPING_PAUSE_MS);
  const input =
    chosen && choice && all.length <= MAX_UNITS ? { ...aboutOf(chosen), ...choice, UnitModel: chosen.UnitModel } : null;
  const { data, isValidating } = useEndpoint(bulkActions.dryRun, input, { revalidateOnFocus: false });
  const isChecking = choice !== typed || (input !== null && isValidating);
  const exclusions = (!isChecking && data?.exclusions) || [];
  const excluded = new Set(exclusions.map(({ UnitSerNum }) => UnitSerNum));
  const units = chosen?.query ? [] : all.filter((one) => !excluded.has(one));
  return { units, exclusions, checked: data?.checked ?? 0, isChecking };
}

/** What names the units in a request. */
export const aboutOf = ({ units, query }: BulkUnits) => (query ? { query: query.filters } : { units: [...units] });
