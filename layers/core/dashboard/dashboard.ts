import { z } from 'zod';
import { BulkAction } from '../bulk-actions/bulk-action.ts';
import { BulkSchedule } from '../reminders/bulk-schedule.ts';
import { Rollout } from '../rollouts/rollout.ts';
import { Instant } from '../time.ts';
import { Unit, UnitModel } from '../units/unit.ts';
import { Announcement } from './announcement.ts';

/** The facets that the dashboard counts. */
export const COUNTED_FACETS = ['condition', 'Report', 'ActiveState', 'Updates'] as const;
export const CountedFacet = z.enum(COUNTED_FACETS);

const ValueCount = z.object({
  value: z.string(),
  count: z.number().int(),
  /** How many of them are in service. */
  inService: z.number().int(),
});
export type ValueCount = z.infer<typeof ValueCount>;

/** The numbers of units of a dealer and all below it. */
export const UnitNumbers = z.object({
  totals: z.record(UnitModel, z.number().int()),
  withoutSecret: z.record(UnitModel, z.number().int()),
  /** A facet that the server does not count yet, as during a deployment, has no values. */
  facets: z.record(UnitModel, z.record(CountedFacet, z.array(ValueCount).default([]))),
});
export type UnitNumbers = z.infer<typeof UnitNumbers>;

/** The numbers of problems at a visit, by `numberName`. */
export const Visit = z.object({ at: Instant, numbers: z.record(z.string().max(100), z.number().int()) });
export type Visit = z.infer<typeof Visit>;

/** Parts that the caller may not see are absent. */
export const Dashboard = z.object({
  /** Since when the portal cannot hear units. Absent: it hears them. */
  outageSince: Instant.optional(),
  units: UnitNumbers.optional(),
  /** The caller's visit before this one. */
  lastVisit: Visit.optional(),
  /** The units of each firmware version, the most frequent first. For engineers only. */
  firmware: z.record(UnitModel, z.array(ValueCount)).optional(),
  /** The open alarms of the dealer and all below it. `more`: there are more than were counted. */
  openAlarms: z.object({ count: z.number().int(), more: z.boolean() }).optional(),
  /** The orders of the dealer and all below it that have not shipped as a whole. `more`: there are more than were counted. */
  ordersUnderWay: z.object({ count: z.number().int(), more: z.boolean() }).optional(),
  /** Those that are not over, and the latest others. */
  bulkActions: z.array(BulkAction).optional(),
  /** Firmware on its way to many units: rollouts that are not over. For those who publish firmware. */
  rollouts: z.array(Rollout).optional(),
  /** There are more rollouts that are not over. */
  moreRollouts: z.boolean().optional(),
  /** The batches of reminders that are being scheduled. */
  bulkSchedules: z.array(BulkSchedule).optional(),
  pinnedUnits: z.array(Unit).optional(),
  announcement: Announcement.optional(),
});
export type Dashboard = z.infer<typeof Dashboard>;
