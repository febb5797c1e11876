import type { z } from 'zod';
import { DealerKey } from '../dealers/dealer.ts';
import { Reminder } from './reminder.ts';

/** A reminder as stores return it. `DealerKey` is the dealer for which it was set. */
export const ReminderRecord = Reminder.extend({ DealerKey });
export type ReminderRecord = z.infer<typeof ReminderRecord>;
