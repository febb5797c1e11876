import { units } from '#core/units/contract.ts';
import { fullUnitID, UNIT_MODELS } from '#core/units/unit.ts';
import { call } from '#web/lib/api/api.ts';

interface NamedUnit {
  UnitLineID: string;
  UnitID: string;
}

const PARALLEL_SEARCHES = 6;

/**
 * The serial numbers of units named by line ID and unit ID. A unit that is not found gets both ids joined, so that it
 * shows as missing. `onDone` gets the count.
 */
export async function resolveUnitIDs(
  named: readonly NamedUnit[],
  { signal, onDone }: { signal: AbortSignal; onDone: (done: number) => void },
): Promise<string[]> {
  const resolved: string[][] = new Array(named.length);
  let next = 0;
  let done = 0;
  const work = async () => {
    while (next < named.length) {
      const at = next;
      next += 1;
      resolved[at] = await serialNumbersOf(named[at]!, signal);
      done += 1;
      onDone(done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(PARALLEL_SEARCHES, named.length) }, work));
  return [...new Set(resolved.flat())];
}

async function serialNumbersOf(unit: NamedUnit, signal: AbortSignal): Promise<string[]> {
  const wanted = fullUnitID(unit);
  const { lists } = await call(units.list, { param: 'UnitID', searchText: wanted }, { signal });
  const found = UNIT_MODELS.flatMap((model) => lists[model]).filter(
    (each) => fullUnitID(each).toUpperCase() === wanted,
  );
  return found.length > 0 ? found.map(({ UnitSerNum }) => UnitSerNum) : [wanted];
}
