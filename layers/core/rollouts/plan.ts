import { z } from 'zod';
import { DealerKey } from '../dealers/dealer.ts';
import { isVisible, NOT_VISIBLE } from '../name-skeleton.ts';
import { Tag } from '../units/tags.ts';
import { CarrierNumber } from '../units/unit.ts';

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time of day, such as 02:00');

/** Part of the day, by the unit's own clock. One whose end is before its start goes over midnight. */
export const MaintenanceWindow = z
  .object({ from: TimeOfDay, to: TimeOfDay })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'Must not be the same as the start' });
export type MaintenanceWindow = z.infer<typeof MaintenanceWindow>;

const whole = (least: number, most: number, what: string) => z.number(what).int(what).min(least, what).max(most, what);

export const MAX_STAGES = 10;
export const MAX_CANARIES = 500;
export const MAX_UNITS_PER_HOUR = 3_000;
export const MAX_WATCH_HOURS = 14 * 24;

/** The units that get the version together. The first stage is the canary. */
export const RolloutStage = z.object({
  name: z.string().trim().min(1, 'Enter a name for the stage').max(60).refine(isVisible, NOT_VISIBLE),
  /** Units of this dealer and all below it. Absent: of every dealer. */
  DealerKey: DealerKey.optional(),
  /** Units whose active SIM is of one of these carriers. Empty: of any. */
  carriers: z.array(CarrierNumber).max(3).default([]),
  /** Units with one of these tags. Empty: any. */
  tags: z.array(Tag).max(10).default([]),
  /** So many of a hundred of these units. The same units belong to every larger share. */
  percent: whole(1, 100, 'Enter a share from 1 to 100').default(100),
  /** At most so many units. */
  atMost: whole(1, 1_000_000, 'Enter a number of units').optional(),
  /** So long each unit is watched after its update before the next stage begins. */
  watchHours: whole(1, MAX_WATCH_HOURS, `Enter 1 to ${MAX_WATCH_HOURS} hours`),
});
export type RolloutStage = z.infer<typeof RolloutStage>;

/** What somebody proposes: which version, for which units, how fast and when. */
export const RolloutPlan = z.object({
  name: z.string().trim().min(1, 'Enter a name for the rollout').max(80).refine(isVisible, NOT_VISIBLE),
  FirmVerKey: z.string().trim().min(1, 'Must choose a version').max(120),
  stages: z
    .array(RolloutStage)
    .min(1, 'Must have a stage')
    .max(MAX_STAGES, `At most ${MAX_STAGES} stages`)
    .refine(([canary]) => !canary || (canary.atMost !== undefined && canary.atMost <= MAX_CANARIES), {
      path: [0, 'atMost'],
      message: `The canary has 1 to ${MAX_CANARIES} units`,
    }),
  unitsPerHour: whole(1, MAX_UNITS_PER_HOUR, `Enter 1 to ${MAX_UNITS_PER_HOUR} units`),
  /** Absent: at any time. */
  window: MaintenanceWindow.optional(),
  /** Only while the unit is on the network of one of these carriers. Empty: on any. */
  networks: z.array(CarrierNumber).max(3).default([]),
  /** A unit whose update failed so often is left alone. */
  mostTries: whole(1, 5, 'Enter 1 to 5 tries').default(3),
  /** How long a unit rests after its first failure. Twice as long after the second, and so on. */
  coolOffHours: whole(1, 168, 'Enter 1 to 168 hours').default(24),
});
export type RolloutPlan = z.infer<typeof RolloutPlan>;

/** A number from 0 to 99 that a unit keeps in all stages of a rollout. Another rollout gives it another one, so that not always the same units go first. */
export function shareOf(rolloutId: string, UnitSerNum: string): number {
  let hash = 0x811c9dc5;
  for (const character of `${rolloutId}/${UnitSerNum}`) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  }
  // The last letters of similar texts change only the low bits.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) % 100;
}

/** A plan as it is stored: its names may be older than the rule for names. */
export const StoredPlan = RolloutPlan.extend({
  name: z.string(),
  stages: z.array(RolloutStage.extend({ name: z.string() })),
});
