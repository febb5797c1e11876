import type { Carrier } from '../sims/carrier.ts';
import { isInService } from '../sims/sim-state.ts';
import { isActiveSim } from '../sims/state-change.ts';
import { fullUnitID, type UnitModel } from '../units/unit.ts';
import type { UnitRecord } from '../units/unit-record.ts';

import type { UnitState } from './billed-days.ts';
import { type Charge, chargesOf, correctionsOf, type RatesOf } from './charges.ts';
import { daysOfPeriod, periodBefore } from './period.ts';
import type { ChargeType } from './rates.ts';

/** The line of a unit, as bills name it. */
export interface LineFacts {
  FullUnitID: string;
  ICCID?: string | undefined;
  PhoneNumber?: string | undefined;
  Carrier?: Carrier | undefined;
}

/** Who has a unit from a moment on, whether its line is active, and which line it is. */
export interface BillingState extends UnitState, LineFacts {}

/** The carrier bills a line from its activation on, also while its voice is not ready. */

type Sim = `ICCID${1 | 2}${'' | 'State' | 'Carrier'}` | `MSISDN${1 | 2}`;
type BilledUnit = Pick<
  UnitRecord,
  'DealerKey' | 'UnitLineID' | 'UnitID' | 'ActiveICCID' | 'activeSimSlot' | Extract<keyof UnitRecord, Sim>
>;

/** What bills need to know of a unit now. A unit with two active SIMs is one unit in service. */
export function billingStateOf(unit: BilledUnit): Omit<BillingState, 'at'> {
  const slots = ([1, 2] as const).filter((slot) => isInService(unit[`ICCID${slot}State`]));
  const slot = slots.find((one) => isActiveSim(unit, one)) ?? slots[0];
  return {
    dealer: unit.DealerKey,
    active: slot !== undefined,
    FullUnitID: fullUnitID(unit),
    ...(slot && {
      ICCID: unit[`ICCID${slot}`],
      PhoneNumber: unit[`MSISDN${slot}`],
      Carrier: unit[`ICCID${slot}Carrier`],
    }),
  };
}

/** A line of a bill. */
export interface BillLine extends LineFacts {
  UnitSerNum: string;
  UnitModel: UnitModel;
  dealer: number;
  Type: ChargeType | 'Correction';
  Date: string;
  count: number;
  Rate: number;
  cents: number;
}

export interface UnitToBill {
  UnitSerNum: string;
  UnitModel: UnitModel;
  /** In the order in which they came. */
  states: readonly BillingState[];
}

/**
 * The lines of a unit in a period, by dealer.
 * @param billedBefore The lines of the unit in the closed period before; undefined if that has no bills. What became known since is corrected.
 */
export function linesOf(
  unit: UnitToBill,
  period: string,
  ratesOf: RatesOf,
  billedBefore: readonly BillLine[] | undefined,
): BillLine[] {
  const { UnitSerNum, UnitModel, states } = unit;
  const lineOf = (charge: Charge | (Omit<Charge, 'Type'> & { Type: 'Correction' })): BillLine => ({
    UnitSerNum,
    UnitModel,
    ...charge,
    ...factsOf(states, charge.dealer),
  });
  const charges = chargesOf(UnitModel, states, period, ratesOf).map(lineOf);
  if (!billedBefore) return charges;
  const before = periodBefore(period);
  const corrections = correctionsOf(
    billedBefore.filter(({ Type }) => Type !== 'Correction'),
    chargesOf(UnitModel, states, before, ratesOf),
  );
  const { first } = daysOfPeriod(before);
  return [
    ...charges,
    ...corrections.map(({ dealer, cents }) =>
      lineOf({ dealer, Type: 'Correction', Date: first, count: 1, Rate: cents, cents }),
    ),
  ];
}

/** The line as the dealer last had it in service, or last had it. */
function factsOf(states: readonly BillingState[], of: number): LineFacts {
  const own = states.filter(({ dealer }) => dealer === of);
  const { FullUnitID, ICCID, PhoneNumber, Carrier } = own.findLast(({ active }) => active) ??
    own.at(-1) ?? { FullUnitID: '' };
  return { FullUnitID, ICCID, PhoneNumber, Carrier };
}
