import { z } from 'zod';
import { Instant } from '../time.ts';
import { UnitModel } from '../units/unit.ts';
import { StoredPlan } from './plan.ts';

/** `ended`: before all units had it. `ending` and `rollingBack` are under way. `awaitingUnits`: rolled back, but some units were not reached yet. */
export const ROLLOUT_STATES = [
  'proposed',
  'running',
  'paused',
  'ending',
  'ended',
  'rollingBack',
  'awaitingUnits',
  'rolledBack',
  'finished',
] as const;
export const RolloutState = z.enum(ROLLOUT_STATES);
export type RolloutState = z.infer<typeof RolloutState>;

export const ROLLOUT_STATE_WORDS: Readonly<Record<RolloutState, string>> = {
  proposed: 'Waits for approval',
  running: 'Running',
  paused: 'Paused',
  ending: 'Ending',
  ended: 'Ended',
  rollingBack: 'Rolling back',
  awaitingUnits: 'Rolled back, units not reached',
  rolledBack: 'Rolled back',
  finished: 'Finished',
};

/** The states in which the portal works on a rollout by itself. */
export const AT_WORK: readonly RolloutState[] = ['running', 'ending', 'rollingBack', 'awaitingUnits'];

/** The states in which neither the portal nor a person has anything left to do. */
const OVER: readonly RolloutState[] = ['ended', 'rolledBack', 'finished'];
export const isOver = ({ state }: { state: RolloutState }): boolean => OVER.includes(state);

/** The states in which units may go back to their earlier version. */
export const TAKES_BACK: readonly RolloutState[] = ['rollingBack', 'awaitingUnits'];

export const ROLLOUT_ACTIONS = ['approve', 'pause', 'resume', 'end', 'rollBack'] as const;
export const RolloutAction = z.enum(ROLLOUT_ACTIONS);
export type RolloutAction = z.infer<typeof RolloutAction>;

/** From which states an action leads to which. */
const TRANSITIONS: Readonly<Record<RolloutAction, { from: readonly RolloutState[]; to: RolloutState }>> = {
  approve: { from: ['proposed'], to: 'running' },
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  end: { from: ['proposed', 'running', 'paused', 'rollingBack', 'awaitingUnits'], to: 'ending' },
  rollBack: { from: ['running', 'paused', 'finished', 'ended'], to: 'rollingBack' },
};

export const stateAfter = (action: RolloutAction): RolloutState => TRANSITIONS[action].to;
export const isPossible = (action: RolloutAction, state: RolloutState): boolean =>
  TRANSITIONS[action].from.includes(state);

export const NOT_YOUR_OWN = 'A second person must approve a rollout';
/** True if the person may approve it: neither who proposed it, nor somebody who acts as them. */
export const mayApprove = (
  { proposedBy }: { proposedBy: { userKey: string; actorKey: string } },
  { userKey, actor }: { userKey: string; actor: { userKey: string } },
): boolean => {
  const proposers = [proposedBy.userKey, proposedBy.actorKey];
  return !proposers.includes(userKey) && !proposers.includes(actor.userKey);
};

/**
 * What is with a unit of a rollout. `skipped`: before it was sent the update. `cancelled`: after that, so it may have taken the version.
 * `notReached`: it is silent, and goes back when it is heard again.
 */
export const ROLLOUT_UNIT_STATES = [
  'waiting',
  'sent',
  'watched',
  'done',
  'failed',
  'skipped',
  'cancelled',
  'returning',
  'returnSent',
  'notReached',
  'returned',
  'notReturned',
] as const;
export const RolloutUnitState = z.enum(ROLLOUT_UNIT_STATES);
export type RolloutUnitState = z.infer<typeof RolloutUnitState>;

export const ROLLOUT_UNIT_STATE_WORDS: Readonly<Record<RolloutUnitState, string>> = {
  waiting: 'Waits for its turn',
  sent: 'Sent',
  watched: 'Updated, watched',
  done: 'Done',
  failed: 'Failed',
  skipped: 'Left out',
  cancelled: 'Cancelled after it was sent',
  returning: 'Waits to go back',
  returnSent: 'Going back',
  notReached: 'Not reached yet',
  returned: 'Back on its earlier version',
  notReturned: 'Did not go back',
};

/** The states of units that a stage waits for. */
export const UNDER_WAY: readonly RolloutUnitState[] = ['waiting', 'sent', 'watched'];

/** The states in which the portal has nothing left to do with a unit. */
export const SETTLED: readonly RolloutUnitState[] = [
  'done',
  'failed',
  'skipped',
  'cancelled',
  'returned',
  'notReturned',
];

/** The state of a unit that does not get the update any more. */
export const leftOutState = ({ sentAt }: { sentAt?: number | undefined }): 'skipped' | 'cancelled' =>
  sentAt === undefined ? 'skipped' : 'cancelled';

/** How many units of a stage are in each state. */
export const StageCounts = z.partialRecord(RolloutUnitState, z.number().int());
export type StageCounts = z.infer<typeof StageCounts>;

export const Health = z.object({
  /** The units whose time before and after the update were compared. */
  compared: z.number().int(),
  troubles: z.array(
    z.object({
      trouble: z.string(),
      label: z.string(),
      /** Units with this trouble after the update and not before, and the other way round. */
      worse: z.number().int(),
      better: z.number().int(),
    }),
  ),
});
export type Health = z.infer<typeof Health>;

const Person = z.object({ fullName: z.string(), at: Instant });

export const Rollout = z.object({
  rolloutId: z.string(),
  plan: StoredPlan,
  UnitModel,
  /** The version that the units get. */
  version: z.string(),
  state: RolloutState,
  /** Why the portal paused it, or why somebody changed its state. */
  reason: z.string().optional(),
  /** The present stage, from 0 on. */
  stage: z.number().int(),
  proposedBy: Person,
  approvedBy: Person.optional(),
  /** It grows with each change of the state. */
  revision: z.number().int(),
});
export type Rollout = z.infer<typeof Rollout>;

export const RolloutUnit = z.object({
  UnitSerNum: z.string(),
  stage: z.number().int(),
  state: RolloutUnitState,
  /** The version that the unit had before. */
  from: z.string().optional(),
  tries: z.number().int(),
  /** When the portal looks at the unit next. In a state that stays: when it came to it. */
  nextAt: Instant,
  reason: z.string().optional(),
});
export type RolloutUnit = z.infer<typeof RolloutUnit>;
