import { dayIn } from '../calendar-days.ts';
import { isActiveSim } from '../sims/active-sim.ts';
import type { Carrier } from '../sims/carrier.ts';
import { isInService, SIM_STATE } from '../sims/sim-state.ts';
import { fullUnitID, type UnitModel } from '../units/unit.ts';
import type { UnitRecord } from '../units/unit-record.ts';

import type { UnitState } from './billed-days.ts';
import { BILLING_ZONE, chargesOf, type RatesOf } from './charges.ts';
import { type ClosedPeriod, lateCharges } from './look-back.ts';
import type { ChargeType } from './rates.ts';

/** The line of a unit, as bills name it. */
export interface LineFacts {
  FullUnitID: string;
  ICCID?: string | undefined;
  PhoneNumber?: string | undefined;
  Carrier?: Carrier | undefined;
}

/** Who has a unit from a moment on, whether its line is active, and which line it is. */
export interface BillingState extends UnitState, LineFacts {
  /** When it became known. Absent: long ago. */
  notedAt?: number;
  /** The SIMs for which the carrier was asked for a change. Absent if a SIM is active, or none is pending. */
  pending?: readonly string[];
}

const SLOTS = [1, 2] as const;

type Sim = `ICCID${1 | 2}${'' | 'State' | 'Carrier'}` | `MSISDN${1 | 2}`;
type BilledUnit = Pick<
  UnitRecord,
  'DealerKey' | 'UnitLineID' | 'UnitID' | 'ActiveICCID' | 'activeSimSlot' | Extract<keyof UnitRecord, Sim>
>;

/** What bills need to know of a unit now. A unit with two active SIMs is one unit in service. */
export function billingStateOf(unit: BilledUnit): Omit<BillingState, 'at' | 'notedAt'> {
  const slots = SLOTS.filter((slot) => isInService(unit[`ICCID${slot}State`]));
  const pending = SLOTS.filter((slot) => unit[`ICCID${slot}State`] === SIM_STATE.pendingActivation);
  const slot = slots.find((one) => isActiveSim(unit, one)) ?? slots[0];
  return {
    dealer: unit.DealerKey,
    active: slot !== undefined,
    FullUnitID: fullUnitID(unit),
    ...(slot === undefined && pending.length > 0 && { pending: pending.flatMap((one) => unit[`ICCID${one}`] ?? []) }),
    ...(slot && {
      ICCID: unit[`ICCID${slot}`],
      PhoneNumber: unit[`MSISDN${slot}`],
      Carrier: unit[`ICCID${slot}Carrier`],
    }),
  };
}

/**
 * The states as the carrier bills them: while a change of an active line is pending, the carrier has not carried it out.
 * @param states in their order
 */
export function withPending(states: readonly BillingState[]): BillingState[] {
  let before: BillingState | undefined;
  return states.map((state) => {
    const isStillActive = before?.active && before.ICCID !== undefined && state.pending?.includes(before.ICCID);
    const { ICCID, PhoneNumber, Carrier } = before ?? {};
    before = isStillActive ? { ...state, active: true, ICCID, PhoneNumber, Carrier } : state;
    return before;
  });
}

/** A line of a bill. */
export interface BillLine extends LineFacts {
  UnitSerNum: string;
  UnitModel: UnitModel;
  dealer: number;
  Type: ChargeType | 'Correction';
  Date: string;
  /** The day on which the dealer got the unit in service, or on which it came into service: what a line for days in service follows from. */
  since?: string | undefined;
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
 * @param closed The closed periods to compare with what is known now (`comparedFrom`). What became known since is corrected.
 */
export function linesOf(
  unit: UnitToBill,
  period: string,
  ratesOf: RatesOf,
  closed: readonly ClosedPeriod[],
): BillLine[] {
  const { UnitSerNum, UnitModel, states } = unit;
  return [...chargesOf(UnitModel, states, period, ratesOf), ...lateCharges(unit, ratesOf, closed)].map((charge) => ({
    UnitSerNum,
    UnitModel,
    ...charge,
    ...(charge.Type === 'Service' && { since: serviceSince(states, charge) }),
    ...factsOf(states, charge.dealer),
  }));
}

/** The day on which the service began that a line is for: before it the unit was out of service, or at another dealer. */
function serviceSince(states: readonly BillingState[], { dealer, Date: day }: { dealer: number; Date: string }) {
  const isOwn = (state: BillingState | undefined) => state?.active === true && state.dealer === dealer;
  let place = states.findLastIndex((state) => isOwn(state) && dayIn(state.at, BILLING_ZONE) <= day);
  while (isOwn(states[place - 1])) place -= 1;
  const begin = states[place];
  return begin && dayIn(begin.at, BILLING_ZONE);
}

/** The line as the dealer last had it in service, or last had it. */
function factsOf(states: readonly BillingState[], of: number): LineFacts {
  const own = states.filter(({ dealer }) => dealer === of);
  const { FullUnitID, ICCID, PhoneNumber, Carrier } = own.findLast(({ active }) => active) ??
    own.at(-1) ?? { FullUnitID: '' };
  return { FullUnitID, ICCID, PhoneNumber, Carrier };
}
