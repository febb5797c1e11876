import { dayIn, plusDays } from '../calendar-days.ts';
import { DAY } from '../time.ts';
import type { UnitModel } from '../units/unit.ts';
import { billedDays, type UnitState } from './billed-days.ts';
import { daysOfPeriod } from './period.ts';
import { CHARGE_TYPES, type ChargeType, type Rate, rateOn } from './rates.ts';

/** The zone in which days of bills begin and end: that of the root dealer's office (docs/decisions/0127). */
export const BILLING_ZONE = 'America/Denver';

/** What a dealer pays for a unit in a period at one rate. */
export interface Charge {
  dealer: number;
  Type: ChargeType;
  /** The first day that it is for. */
  Date: string;
  /** Days in service, or activations. */
  count: number;
  /** Cents for a whole period in service, or for one activation. */
  Rate: number;
  cents: number;
}

/** The rates of a dealer, then of each dealer that is above it in a period. */
export type RatesOf = (dealer: number, period: string) => readonly (readonly Rate[])[];

/**
 * What each dealer pays for a unit in a period. A day in service costs its share of the rate for the whole period. A unit is activated on
 * a day in service that follows a day without, unless its line was in service before that day anyway.
 */
export function chargesOf(
  UnitModel: UnitModel,
  states: readonly UnitState[],
  period: string,
  ratesOf: RatesOf,
): Charge[] {
  const { first, last } = daysOfPeriod(period);
  const days = billedDays(states, { first: plusDays(first, -1), last }, BILLING_ZONE);
  const inPeriod = [...days].filter(([day]) => day >= first).sort(([one], [other]) => one.localeCompare(other));
  const groups = new Map<string, Charge>();
  const add = (Type: ChargeType, dealer: number, day: string) => {
    const rate = rateOn(ratesOf(dealer, period), { Type, UnitModel }, day);
    const key = `${Type} ${dealer} ${rate}`;
    const group = groups.get(key) ?? { dealer, Type, Date: day, count: 0, Rate: rate, cents: 0 };
    groups.set(key, { ...group, count: group.count + 1 });
  };
  // Of later states it is known anyway.
  const [begin] = states;
  const inServiceBefore = states
    .filter((state) => state.boardInService || (state === begin && state.inServiceBefore))
    .map((state) => dayIn(state.at, BILLING_ZONE));
  for (const [day, dealer] of inPeriod) {
    add('Service', dealer, day);
    if (!days.has(plusDays(day, -1)) && !inServiceBefore.includes(day)) add('Activation', dealer, day);
  }
  const length = lengthOf(first, last);
  return [...groups.values()]
    .map((charge) => ({ ...charge, cents: centsOf(charge, length) }))
    .sort(
      (one, other) => one.dealer - other.dealer || byType(one) - byType(other) || one.Date.localeCompare(other.Date),
    );
}

const byType = ({ Type }: Charge) => CHARGE_TYPES.indexOf(Type);

/** Whole cents. Half a cent is rounded up. */
const centsOf = ({ Type, count, Rate }: Charge, length: number) =>
  Type === 'Service' ? Math.round((Rate * count) / length) : Rate * count;

const lengthOf = (first: string, last: string) => (Date.parse(last) - Date.parse(first)) / DAY + 1;

/** What a dealer pays more, or less if negative, than a closed bill says. */
export interface Correction {
  dealer: number;
  cents: number;
}

/** The corrections of a closed period, after what became known late. */
export function correctionsOf(
  billed: readonly Pick<Charge, 'dealer' | 'cents'>[],
  known: readonly Pick<Charge, 'dealer' | 'cents'>[],
): Correction[] {
  const differences = new Map<number, number>();
  const add = (dealer: number, cents: number) => differences.set(dealer, (differences.get(dealer) ?? 0) + cents);
  for (const { dealer, cents } of known) add(dealer, cents);
  for (const { dealer, cents } of billed) add(dealer, -cents);
  return [...differences]
    .filter(([, cents]) => cents !== 0)
    .map(([dealer, cents]) => ({ dealer, cents }))
    .sort((one, other) => one.dealer - other.dealer);
}
