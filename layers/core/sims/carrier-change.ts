import { DEFAULT_UNIT_MODEL } from '../units/unit.ts';
import type { UnitRecord } from '../units/unit-record.ts';
import { isActiveSim } from './active-sim.ts';
import { CARRIER_NAMES, type Carrier } from './carrier.ts';
import { isDualSimReady, NOT_DUAL_SIM_READY } from './dual-sim.ts';
import { noSimOf, slotsOfCarrier } from './plan.ts';

export const NOT_CONNECTED = 'The unit is not connected. Try again when it is';

export const usesAlready = (carrier: Carrier): string => `It uses the SIM of ${CARRIER_NAMES[carrier]} already`;

/** True if the unit uses a SIM of the carrier. */
export const usesCarrier = (unit: UnitRecord, carrier: Carrier): boolean =>
  slotsOfCarrier(unit, carrier).some((slot) => isActiveSim(unit, slot));

/** The SIM that a unit leaves, and the one that it connects over, when it changes to a carrier. Undefined if it has no such SIM. */
export function simsOfChange(unit: UnitRecord, carrier: Carrier): { from: string | undefined; to: string } | undefined {
  const [slot] = slotsOfCarrier(unit, carrier);
  if (slot === undefined) return undefined;
  return { from: unit[`ICCID${slot === 1 ? 2 : 1}`], to: unit[`ICCID${slot}`]! };
}

/** Why a unit cannot change to a carrier, by the rule of one unit. Undefined if it can, or uses it already. */
export function whyNoCarrierChange(unit: UnitRecord, carrier: Carrier, firmwareThreshold: string): string | undefined {
  // The other models have no modes.
  if (unit.UnitModel !== DEFAULT_UNIT_MODEL) return `A ${unit.UnitModel} cannot be told to change its carrier`;
  if (slotsOfCarrier(unit, carrier).length === 0) return noSimOf(carrier);
  return isDualSimReady(unit, firmwareThreshold) ? undefined : NOT_DUAL_SIM_READY;
}
