import { z } from 'zod';
import { Instant } from '../time.ts';
import { unprintableParts } from '../unprintable.ts';

/** What a station does now [P3-S19 to P3-S24]. The colours are in the theme, under the same names. */
export const STATION_STATUSES = ['Ready', 'Processing', 'OffLine', 'Busy', 'OffHook', 'Transfer'] as const;
export const StationStatus = z.enum(STATION_STATUSES);
export type StationStatus = z.infer<typeof StationStatus>;

/** The longest name of a station or a site. */
export const MAX_NAME = 64;
const shortText = (length: number) =>
  z
    .string()
    .trim()
    .max(length)
    .refine((text) => unprintableParts(text).length === 0, 'Contains unprintable characters');

/** The person at a station [P3-E08]. */
export const Attendant = z.object({
  AttendantName: shortText(128),
  /** What the person may do there: `Operator`, `Supervisor`. */
  AttendantPrivs: shortText(MAX_NAME),
});

/** A workplace of the monitoring centre, as its telephone system describes it [P3-E07]. */
export const Station = z.object({
  StationName: shortText(MAX_NAME).min(1),
  StationStatus,
  /** When it got this status. */
  ProcessStamp: Instant,
  Site: shortText(MAX_NAME),
  /** Calls are offered to the station with the lowest number first. */
  RoutePriority: z.number().int().min(0).max(999),
  /** Null: nobody is at the station. */
  Attendant: Attendant.nullable(),
});
export type Station = z.infer<typeof Station>;
