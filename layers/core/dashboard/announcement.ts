import { z } from 'zod';
import { plusDays } from '../calendar-days.ts';

/** A new product. The deployment has it in its settings (infra/settings.ts). */
export const Announcement = z.object({
  title: z.string().min(1).max(100),
  text: z.string().min(1).max(1000),
  /** Users see it for 14 days from this day on. It also names the announcement: a new one has another. */
  launchDate: z.iso.date(),
  /** Engineers see it from 14 days before this day on. */
  publicDate: z.iso.date(),
});
export type Announcement = z.infer<typeof Announcement>;

/** Reads the announcement of a setting; undefined for an empty one. */
export const announcementOf = (setting: string): Announcement | undefined =>
  setting === '' ? undefined : Announcement.parse(JSON.parse(setting));

/** How long an announcement is shown [P1-K26], and how much earlier engineers see it, in days. */
const SHOWN_DAYS = 14;
const EARLIER_DAYS = 14;

interface Reader {
  engineer: boolean;
  /** The launch date of the announcement that the user has dismissed last. */
  acknowledged: string | undefined;
  /** The present day of the user: `2026-11-21`. */
  today: string;
}

/** Returns true if the user sees the announcement. */
export function isAnnounced(
  { launchDate, publicDate }: Pick<Announcement, 'launchDate' | 'publicDate'>,
  { engineer, acknowledged, today }: Reader,
): boolean {
  const first = engineer ? earlierOf(launchDate, plusDays(publicDate, -EARLIER_DAYS)) : launchDate;
  return acknowledged !== launchDate && today >= first && today < plusDays(launchDate, SHOWN_DAYS);
}

const earlierOf = (one: string, other: string) => (one < other ? one : other);
