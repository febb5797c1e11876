import { z } from 'zod';
import { DealerKey } from '../dealers/dealer.ts';
import { Instant } from '../time.ts';
import { ASSIGNED, CarrierNumber, SerialNumber, UnitModel, UnitStatus } from '../units/unit.ts';
import { isInService, SIM_STATE, SimState } from './sim-state.ts';

/**
 * What the portal says of a SIM, and what its carrier says. `told` is null if the carrier does not know the SIM, or its state has no name in the
 * portal.
 */
export interface Compared {
  stored: SimState;
  told: SimState | null;
}

/** A SIM that is pending changes by itself: nothing is wrong with it yet. */
export const differs = ({ stored, told }: Compared): boolean => told !== stored && told !== SIM_STATE.pendingActivation;

/** A line in one of these states of its carrier costs nothing yet, and never comes back to it once it was active. */
const NOT_BILLED: readonly string[] = ['INVENTORY', 'TEST_READY', 'ACTIVATION_READY'];

/** True for the SIM of a new unit, of which the portal has no state yet, that nobody has activated at its carrier. */
export const isUnused = (stored: number | undefined, status: string): boolean =>
  stored === undefined && NOT_BILLED.includes(status);

/**
 * Why the portal and the carrier say different things, as far as the states tell. At most 28 characters, so that a laptop's list shows them whole.
 */
export const DIFFERENCE_CAUSES = {
  unknownSim: 'Wrong number or account',
  otherState: 'State unknown to us',
  changeEnded: 'A change has ended unnoticed',
  voiceReady: 'The line got its voice',
  lineLost: 'Off there, unit in service',
  switchedOff: 'Switched off at the carrier',
  needless: 'Billed, unit not in service',
  switchedOn: 'Switched on at the carrier',
  changedThere: 'Changed at the carrier',
} as const;
export const DifferenceCause = z.enum(Object.keys(DIFFERENCE_CAUSES) as [keyof typeof DIFFERENCE_CAUSES]);
export type DifferenceCause = z.infer<typeof DifferenceCause>;

/** What mends a difference: to store what the carrier says, or to ask the carrier for a state. Absent: nothing in the portal. */
export const MENDS = {
  unknownSim: undefined,
  otherState: undefined,
  changeEnded: 'store',
  voiceReady: 'store',
  lineLost: 'activate',
  switchedOff: 'store',
  needless: 'deactivate',
  switchedOn: 'store',
  changedThere: 'store',
} as const satisfies Record<DifferenceCause, 'store' | 'activate' | 'deactivate' | undefined>;

/** `status`: the carrier's own name of the state; empty if it does not know the SIM. */
export function causeOf(
  { stored, told }: Compared,
  status: string,
  { UnitStatus }: { UnitStatus: number },
): DifferenceCause {
  const inService = UnitStatus === ASSIGNED;
  if (told === null) return status === '' ? 'unknownSim' : 'otherState';
  if (stored === SIM_STATE.pendingActivation) return 'changeEnded';
  if (stored === SIM_STATE.provisioningVoice && told === SIM_STATE.activated) return 'voiceReady';
  if (isInService(stored) && told === SIM_STATE.deactivated) return inService ? 'lineLost' : 'switchedOff';
  if (NOT_BILLED.includes(status)) return 'changedThere';
  if (!isInService(stored) && isInService(told)) return inService ? 'switchedOn' : 'needless';
  return 'changedThere';
}

/** A SIM of which the portal and its carrier say different things. */
export const SimDifference = z.object({
  UnitSerNum: SerialNumber,
  UnitModel,
  UnitStatus,
  DealerKey,
  DealerName: z.string(),
  slot: z.union([z.literal(1), z.literal(2)]),
  iccid: z.string(),
  carrier: CarrierNumber,
  stored: SimState,
  /** Null: the carrier does not know the SIM, or its state has no name in the portal. */
  told: SimState.nullable(),
  /** The carrier's own name of the state. */
  status: z.string(),
  cause: DifferenceCause,
  /** True if the unit runs on this SIM. */
  inUse: z.boolean(),
  foundAt: Instant,
});
export type SimDifference = z.infer<typeof SimDifference>;

/** How far the reading of all SIMs of a carrier is. */
export const FleetReading = z.object({
  carrier: CarrierNumber,
  startedAt: Instant,
  /** The SIMs that were read since, for people of the root dealer: it tells the size of the whole tree. */
  read: z.number().int().optional(),
  /** When all of them were read. Absent: the reading is under way. */
  endedAt: Instant.optional(),
});
export type FleetReading = z.infer<typeof FleetReading>;
