import { MAX_UNITS } from '#core/bulk-actions/bulk-action.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import type { Input } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import type { BulkUnits } from './use-bulk-start.ts';

type Choice = Pick<Input<typeof bulkActions.create>, 'action' | 'type'>;

/**
 * The units that an action would change, and the reason of each other one. All chosen units while nothing is known, also if they cannot be checked: the
 * action itself says what became of each.
 */
export function useDryRun(chosen: BulkUnits | undefined, choice: Choice | undefined) {
  const all = chosen?.units ?? [];
  const input =
    chosen && choice && all.length <= MAX_UNITS
      ? { units: [...all], action: choice.action, type: choice.type, UnitModel: chosen.UnitModel }
      : null;
  const { data, isValidating } = useEndpoint(bulkActions.dryRun, input, { revalidateOnFocus: false });
  const exclusions = (!isValidating && data?.exclusions) || [];
  const excluded = new Set(exclusions.map(({ UnitSerNum }) => UnitSerNum));
  return { units: all.filter((one) => !excluded.has(one)), exclusions, isChecking: input !== null && isValidating };
}
