import { z } from 'zod';
import { Instant } from '../time.ts';

/** What a detail of release notes is about [P2-E41]. */
export const DETAIL_TYPES = ['Bug', 'Feature', 'Information'] as const;

/** Dollars and cents, such as 0.00. */
const Cost = z
  .string()
  .trim()
  .regex(/^\d{1,6}\.\d\d$/, 'A cost has dollars and cents, such as 4.50')
  .default('0.00');

/** The release notes of a version [P2-E39 P2-E40]. */
export const Announcement = z.object({
  /** What the upgrade costs over the air, and over a bridge. */
  costOTA: Cost,
  costBridge: Cost,
  releaseDate: Instant.optional(),
  summary: z.string().trim().max(2_000),
  moreInfoLink: z
    .union([z.literal(''), z.url({ protocol: /^https$/, error: 'A link starts with https://' })])
    .default(''),
  details: z
    .array(z.object({ type: z.enum(DETAIL_TYPES), text: z.string().trim().min(1, 'Must enter a text').max(500) }))
    .max(50)
    .default([]),
});
export type Announcement = z.infer<typeof Announcement>;

/** Release notes belong to a version of units, or of the app myLink. */
export const NOTE_TYPES = ['unit', 'app'] as const;
export const NoteType = z.enum(NOTE_TYPES);
export type NoteType = z.infer<typeof NoteType>;

export const ReleaseNotes = z.object({
  type: NoteType,
  version: z.string(),
  details: Announcement,
  /** Counts up with each save. 0: nobody has saved notes. */
  revision: z.number().int().min(0),
});
export type ReleaseNotes = z.infer<typeof ReleaseNotes>;
