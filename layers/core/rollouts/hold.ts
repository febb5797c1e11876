import type { RolloutPlan } from './plan.ts';
import type { RolloutState } from './rollout.ts';
import { isOpen } from './window.ts';

/** What a waiting message says of the rollout that sent it. */
export interface RolloutMark {
  rolloutId: string;
  /** The time zones that the unit may be in. */
  zones: readonly string[];
  /** It brings the unit back to its earlier version. That waits for no window. */
  isReturn: boolean;
}

/**
 * Why a unit does not get its message from a rollout now; undefined if it gets it. The bridge asks at the last moment, so that a rollout
 * that somebody pauses, a window that closes and a unit that changes its network count at once. `rollout` is undefined if it is gone.
 */
export function heldByRollout(
  rollout: { plan: Pick<RolloutPlan, 'window' | 'networks'>; state: RolloutState } | undefined,
  { zones, isReturn }: Omit<RolloutMark, 'rolloutId'>,
  activeCarrier: number | undefined,
  now: number,
): string | undefined {
  if (rollout?.state !== (isReturn ? 'rollingBack' : 'running')) return 'Its rollout is not running';
  if (isReturn) return undefined;
  const { networks, window } = rollout.plan;
  if (networks.length > 0 && !networks.some((network) => network === activeCarrier))
    return 'The unit is not on a network of its rollout';
  return window && !isOpen(window, zones, now) ? 'The maintenance window of its rollout is closed' : undefined;
}
