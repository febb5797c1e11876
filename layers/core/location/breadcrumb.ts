import { z } from 'zod';
import { Instant } from '../time.ts';

/** A place where a unit has been. One that could not be located has no coordinates. */
export const Breadcrumb = z.object({
  id: z.string(),
  EventTime: Instant,
  Latitude: z.number().nullable(),
  Longitude: z.number().nullable(),
  LocationType: z.string(),
  /** Empty if no address is known. */
  formattedAddress: z.string(),
  accuracyMeters: z.number().optional(),
});
export type Breadcrumb = z.infer<typeof Breadcrumb>;

/** The look-ups that one page of breadcrumbs makes at most: each costs money, and a page must answer within seconds. */
export const MAX_LOOK_UPS = 100;
