import { namedBy } from '../ota/firmware-version.ts';
import { dealerKeysOf } from '../scope.ts';
import { ASSIGNED, shownFirmware, type Unit } from '../units/unit.ts';
import type { RolloutPlan, RolloutStage } from './plan.ts';
import { type RolloutState, TAKES_BACK } from './rollout.ts';
import { isOpen } from './window.ts';

/** What a waiting message says of the rollout that sent it. */
export interface RolloutMark {
  rolloutId: string;
  /** The stage of the unit, from 0 on. */
  stage: number;
  /** It brings the unit back to its earlier version. That waits for no window. */
  isReturn: boolean;
}

/** What tells whether a unit belongs to a stage. */
export type StagedUnit = Pick<Unit, 'UnitStatus' | 'ActiveCarrier'> & { dealerPath: string };

export const NOT_IN_SERVICE = 'The unit is not in service any more';

/** Why the unit belongs to the stage no more; undefined if it does. */
export function whyNotOfStage(unit: StagedUnit | undefined, { DealerKey }: RolloutStage): string | undefined {
  if (unit?.UnitStatus !== ASSIGNED) return NOT_IN_SERVICE;
  const isOfDealer = DealerKey === undefined || dealerKeysOf(unit.dealerPath).includes(DealerKey);
  return isOfDealer ? undefined : 'The unit belongs to another dealer now';
}

/** True if the unit runs the version of the plan. By the plan: the version itself may be gone. */
export const hasVersionOf = (
  { FirmVerKey }: Pick<RolloutPlan, 'FirmVerKey'>,
  { FirmVer }: Pick<Unit, 'FirmVer'>,
): boolean => shownFirmware(FirmVer) === namedBy(FirmVerKey).version;

/**
 * Why a unit does not get its message from a rollout now; undefined if it gets it. The bridge asks at the last moment, so that a rollout
 * that somebody pauses, a window that closes, and a unit that moves or changes its network count at once. `rollout` is undefined if it is
 * gone. `zones`: the time zones that the unit may be in.
 */
export function heldByRollout(
  rollout:
    | { plan: Pick<RolloutPlan, 'FirmVerKey' | 'window' | 'networks' | 'stages'>; state: RolloutState }
    | undefined,
  { stage, isReturn }: Omit<RolloutMark, 'rolloutId'>,
  unit: StagedUnit & Pick<Unit, 'FirmVer'>,
  zones: readonly string[],
  now: number,
): string | undefined {
  const sendingStates: readonly RolloutState[] = isReturn ? TAKES_BACK : ['running'];
  if (!rollout || !sendingStates.includes(rollout.state)) return 'Its rollout is not running';
  // It may have got another version otherwise since, or have gone back by itself.
  if (isReturn)
    return hasVersionOf(rollout.plan, unit) ? undefined : 'The unit does not have the version of its rollout';
  const { networks, window, stages } = rollout.plan;
  // A message of an earlier release does not name its stage.
  const own = stages[stage];
  const outOfStage = own && whyNotOfStage(unit, own);
  if (outOfStage !== undefined) return outOfStage;
  if (networks.length > 0 && !networks.some((network) => network === unit.ActiveCarrier))
    return 'The unit is not on a network of its rollout';
  return window && !isOpen(window, zones, now) ? 'The maintenance window of its rollout is closed' : undefined;
}
