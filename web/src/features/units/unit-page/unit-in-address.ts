import { units } from '#core/units/contract.ts';
import { readOf } from '#web/lib/api/early-reads.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { unitInput } from './use-unit.ts';

export const serialNumberIn = (parameters: URLSearchParams) => parameters.get('Unit')?.trim().toUpperCase();

/** The unit that the address names. */
export const firstReads: FirstReads = (parameters) => {
  const UnitSerNum = serialNumberIn(parameters);
  return UnitSerNum ? [readOf(units.get, unitInput(UnitSerNum))] : [];
};
