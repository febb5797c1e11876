import type { z } from 'zod';
import { DealerKey } from '../dealers/dealer.ts';
import { dealerKeysOf } from '../scope.ts';
import type { UnitRecord } from '../units/unit-record.ts';
import { Reminder } from './reminder.ts';

/** A reminder as stores return it. `DealerKey` is the dealer for which it was set. */
export const ReminderRecord = Reminder.extend({ DealerKey });
export type ReminderRecord = z.infer<typeof ReminderRecord>;

/**
 * Returns true if the dealer of the reminder is still the unit's dealer or above it. The person who set the reminder does not matter: a
 * wearer keeps it when an employee leaves.
 */
export const isStillOwned = (reminder: Pick<ReminderRecord, 'DealerKey'>, unit: Pick<UnitRecord, 'dealerPath'>) =>
  dealerKeysOf(unit.dealerPath).includes(reminder.DealerKey);
