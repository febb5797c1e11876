import type { z } from 'zod';
import { DealerKey } from '../dealers/dealer.ts';
import { Instant } from '../time.ts';
import { Reminder } from './reminder.ts';

/** A reminder as stores return it. `DealerKey` is the dealer for which it was set; `countedIn` the minute in which a batch gave it a place. */
export const ReminderRecord = Reminder.extend({ DealerKey, countedIn: Instant.optional() });
export type ReminderRecord = z.infer<typeof ReminderRecord>;
