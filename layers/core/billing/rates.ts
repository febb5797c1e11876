import type { UnitModel } from '../units/unit.ts';

/** What a dealer pays for: a month in service, and each activation. */
export const CHARGE_TYPES = ['Service', 'Activation'] as const;
export type ChargeType = (typeof CHARGE_TYPES)[number];

/** What a dealer pays from a day on, in cents. */
export interface Rate {
  Type: ChargeType;
  UnitModel: UnitModel;
  from: string;
  cents: number;
}

/**
 * The rate in force on a day: the dealer's own, else that of the nearest dealer above that has one, else 0.
 * @param levels The rates of the dealer, then of each dealer above it.
 */
export function rateOn(levels: readonly (readonly Rate[])[], wanted: Pick<Rate, 'Type' | 'UnitModel'>, day: string) {
  for (const rates of levels) {
    const known = rates.filter(
      ({ Type, UnitModel, from }) => Type === wanted.Type && UnitModel === wanted.UnitModel && from <= day,
    );
    const latest = known.toSorted((one, other) => one.from.localeCompare(other.from)).at(-1);
    if (latest) return latest.cents;
  }
  return 0;
}
