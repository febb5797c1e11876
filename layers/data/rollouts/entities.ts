import { Entity, type EntityItem } from 'electrodb';
import type { Asker } from '#core/auth/identities.ts';
import type { Accepted, Verdict } from '#core/rollouts/health.ts';
import type { RolloutPlan } from '#core/rollouts/plan.ts';
import { ROLLOUT_STATES, ROLLOUT_UNIT_STATES } from '#core/rollouts/rollout.ts';
import { jsonOf, number, requiredNumber, requiredText, text } from '../kit/attributes.ts';
import { correlation } from '../kit/correlation.ts';
import { at, primary, secondary } from '../kit/table.ts';

/** Rollouts belong to the portal, like versions. */
export const PORTAL = 'rollouts';

interface By {
  userKey: string;
  actorKey: string;
  fullName: string;
  at: string;
}

export const RolloutEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'rollout', version: '1' },
    attributes: {
      ...correlation,
      portal: requiredText,
      rolloutId: requiredText,
      plan: { ...jsonOf<RolloutPlan>(), required: true },
      state: { type: ROLLOUT_STATES, required: true },
      reason: text,
      /** True if the portal paused it by itself. */
      pausedBySystem: { type: 'boolean' },
      stage: requiredNumber,
      /** Where the search for the units of the stage goes on. Absent: it begins. */
      searchedTo: text,
      /** Units found since the search began. It ends when one whole search finds none. */
      found: requiredNumber,
      searched: { type: 'boolean', required: true },
      /** Until when the pace is used up, in milliseconds. */
      paceAt: requiredNumber,
      proposedBy: { ...jsonOf<By>(), required: true },
      approvedBy: jsonOf<By>(),
      /** Whose rights the work has: who proposed it, or resumed it last. */
      askedBy: { ...jsonOf<Asker>(), required: true },
      /** When somebody approved it, or resumed it last, in milliseconds. */
      runningSince: number,
      /** The troubles that were known when somebody resumed it. */
      accepted: { ...jsonOf<Accepted>(), required: true },
      /** Absent: a release that did not know the state `cancelled` may have left out units that it had sent the update. */
      knowsCancelled: { type: 'boolean' },
      /** Where the search for such units goes on. Absent: it begins, or it has ended. */
      cancelledTo: text,
      /** The revision at which a rollback took up the units whose way back somebody had ended. */
      takenUpAt: number,
      /** People were mailed that units wait to go back. */
      isWaitTold: { type: 'boolean' },
      revision: requiredNumber,
    },
    indexes: {
      byTime: primary(['portal'], ['rolloutId']),
      // Each change of the state has a revision. A sort key of the ID alone could not be given to rollouts from before the index.
      byState: secondary('gsi1', ['portal', 'state'], ['revision', 'rolloutId']),
    },
  },
  at,
);
export type RolloutItem = EntityItem<typeof RolloutEntity>;

export const RolloutUnitEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'rolloutUnit', version: '1' },
    attributes: {
      rolloutId: requiredText,
      UnitSerNum: requiredText,
      stage: requiredNumber,
      state: { type: ROLLOUT_UNIT_STATES, required: true },
      /** When the portal looks at the unit next. In a final state: when it came to it. */
      nextAt: requiredText,
      from: text,
      tries: requiredNumber,
      /** Since when the unit itself has kept the update from being sent, in milliseconds; 0 if it does not. */
      waitsSince: number,
      /** The message in the queue of the unit. */
      MessageKeyHex: text,
      sentAt: number,
      /** The unit told that it has done the message. */
      isTold: { type: 'boolean' },
      /** When the message was found to be gone. */
      goneAt: number,
      doneAt: number,
      verdict: jsonOf<Verdict>(),
      reason: text,
    },
    indexes: {
      unit: primary(['rolloutId'], ['UnitSerNum']),
      byState: secondary('gsi1', ['rolloutId', 'state'], ['nextAt', 'UnitSerNum']),
    },
  },
  at,
);
export type RolloutUnitItem = EntityItem<typeof RolloutUnitEntity>;

/** Counts the units of a rollout: by stage and state, such as `0.sent`, and by what became worse or better. */
export const RolloutCountEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'rolloutCount', version: '1' },
    attributes: { rolloutId: requiredText, name: requiredText, count: requiredNumber },
    indexes: { count: primary(['rolloutId'], ['name']) },
  },
  at,
);
