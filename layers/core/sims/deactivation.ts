import type { Acknowledgement } from './acknowledgement.ts';

interface Sims {
  ICCID1?: string | undefined;
  ICCID2?: string | undefined;
  ActiveICCID?: string | undefined;
}

/** The slot that has the SIM; undefined if none has. */
export const slotOf = (unit: Sims, iccid: string): 1 | 2 | undefined =>
  ([1, 2] as const).find((slot) => unit[`ICCID${slot}`] === iccid);

/** The other SIM of a unit with two; undefined for a unit with one. */
export function otherSim(unit: Sims, iccid: string): string | undefined {
  const slot = slotOf(unit, iccid);
  return slot && (unit[`ICCID${slot === 1 ? 2 : 1}`] || undefined);
}

/** True if the unit has logged in over its other SIM, so that it does not need this one. */
export const runsOnOther = (unit: Sims, iccid: string): boolean =>
  unit.ActiveICCID !== undefined && unit.ActiveICCID === otherSim(unit, iccid);

/** What a person acknowledges before a SIM is marked: the unit keeps working over its other SIM. */
export const DEACTIVATION_ACKNOWLEDGEMENTS: readonly Acknowledgement[] = ['activationFee', 'callerId'];
