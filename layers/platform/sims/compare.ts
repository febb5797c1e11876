import type { SimState } from '#core/sims/sim-state.ts';
import { instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { simDifferenceStore } from '#data/sims/sim-differences.ts';
import { simReadingStore } from '#data/sims/sim-readings.ts';

interface Reading {
  told: SimState | null;
  status: string;
  lags: boolean;
}

/** Stores whether the carrier says something else of a SIM than the unit. While the carrier's records may lag, the SIM is read again later instead. */
export async function compare(unit: UnitRecord, slot: 1 | 2, { lags, ...told }: Reading, now: number): Promise<void> {
  const { UnitSerNum } = unit;
  if (lags) await simReadingStore.begin({ UnitSerNum, iccid: unit[`ICCID${slot}`]!, since: instant(now) });
  else await simDifferenceStore.settle(unit, slot, told, now);
}
