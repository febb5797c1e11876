import { z } from 'zod';
import { DealerKeyInput } from '../dealers/dealer.ts';
import { AppError } from '../errors.ts';
import { shownCents } from '../money.ts';
import { RecordVersion } from '../records.ts';
import { UnitModel } from '../units/unit.ts';

/** What a dealer pays for: a period in service, and each activation. */
export const CHARGE_TYPES = ['Service', 'Activation'] as const;
export const ChargeType = z.enum(CHARGE_TYPES);
export type ChargeType = z.infer<typeof ChargeType>;

const MOST_CENTS = 100_000;

/** What a dealer, and each below it without an own rate, pays from a day on. */
export const BillingRateInput = z.object({
  forDealer: DealerKeyInput,
  Type: ChargeType,
  UnitModel,
  from: z.iso.date('Must enter a day').refine((day) => day >= '2000-01-01', 'Choose a day from 2000-01-01 on'),
  /** For a whole period in service, or for one activation. */
  cents: z
    .number('Must enter a rate')
    .int()
    .min(0, 'A rate is not negative')
    .max(MOST_CENTS, `A rate is at most ${shownCents(MOST_CENTS)}`),
});

export const BillingRate = BillingRateInput.extend(RecordVersion.shape);

export type Rate = Pick<z.infer<typeof BillingRate>, 'Type' | 'UnitModel' | 'from' | 'cents'>;

/** Throws CONFLICT if the dealer has another rate for the same from the same day on. */
export function requireRateOnce(
  rates: readonly z.infer<typeof BillingRateInput>[],
  changed: z.infer<typeof BillingRateInput>,
): void {
  if (!rates.includes(changed)) return;
  const same = rates.filter((one) =>
    (['forDealer', 'Type', 'UnitModel', 'from'] as const).every((field) => one[field] === changed[field]),
  );
  if (same.length > 1) throw new AppError('CONFLICT', `The dealer has a rate from ${changed.from} on already`);
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
