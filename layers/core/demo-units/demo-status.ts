import { z } from 'zod';
import { ASSIGNED, DESTROYED, READY, UNIT_STATUS, UnitStatus } from '../units/unit.ts';

const NEW = 11;
const REPAIR = 33;
/** As a status that somebody chooses: the unit keeps the one that it has. */
export const UNCHANGED = 37;

export const DemoStatus = z.union([UnitStatus, z.literal(UNCHANGED)]);
export type DemoStatus = z.infer<typeof DemoStatus>;

/** The statuses that follow each status. Every unit can be repaired or destroyed; nothing follows the destruction. */
const FOLLOWING: Readonly<Record<UnitStatus, readonly UnitStatus[]>> = {
  [NEW]: [READY, REPAIR, DESTROYED],
  [READY]: [ASSIGNED, REPAIR, DESTROYED],
  [ASSIGNED]: [READY, REPAIR, DESTROYED],
  [REPAIR]: [READY, REPAIR, DESTROYED],
  [DESTROYED]: [],
};

/** The status that a unit has afterwards. */
export const statusAfter = (from: UnitStatus, chosen: DemoStatus): UnitStatus => (chosen === UNCHANGED ? from : chosen);

/** True if nobody wears a unit of the status: it is linked to no patient. */
export const isUnworn = (status: UnitStatus): boolean => status !== ASSIGNED && status !== REPAIR;

/** Why a demo unit cannot get the status; undefined if it can. */
export function refusalOf(from: UnitStatus, chosen: DemoStatus): string | undefined {
  const to = statusAfter(from, chosen);
  if (to === from || FOLLOWING[from].includes(to)) return undefined;
  if (from === DESTROYED) return 'A destroyed unit stays destroyed';
  return `A unit cannot change from ${UNIT_STATUS[from]} to ${UNIT_STATUS[to]}`;
}
