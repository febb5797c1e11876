import { z } from 'zod';
import { DealerKey } from '../dealers/dealer.ts';
import { note } from '../fields.ts';
import { Instant } from '../time.ts';
import { SerialNumber, UnitModel, UnitStatus } from '../units/unit.ts';

/** What demo management shows of a unit before it is a demo unit (portal-1 section 3). */
export const DemoCandidate = z.object({
  UnitSerNum: SerialNumber,
  FullUnitID: z.string(),
  UnitModel,
  UnitStatus,
  DealerKey,
  DealerName: z.string(),
  isDemo: z.boolean(),
});
export type DemoCandidate = z.infer<typeof DemoCandidate>;

/** Where the unit is, or what it is for. */
export const DemoNote = note(200);

export const DemoUnit = DemoCandidate.omit({ isDemo: true }).extend({
  Report: z.union([z.literal(0), z.literal(1)]),
  Note: z.string(),
  /** When it became a demo unit. */
  since: Instant,
  version: z.number().int(),
});
export type DemoUnit = z.infer<typeof DemoUnit>;

/** The most units that one call changes. */
export const MAX_AT_ONCE = 100;
