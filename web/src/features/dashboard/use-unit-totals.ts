import { units } from '#core/units/contract.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { READS } from './reads.ts';

/** The number of units per model; not read if the user may see none. */
export function useUnitTotals() {
  const mayList = useMay(units.list.access);
  const answer = useEndpoint(units.list, mayList ? READS.allUnits : null);
  return { ...answer, mayList };
}
