import { describe, expectTypeOf, it } from 'vitest';
import type { BulkAction } from '#core/bulk-actions/bulk-action.ts';
import type { Passkey } from '#core/passkeys/passkey.ts';
import type { Reminder } from '#core/reminders/reminder.ts';
import type { StoredBulkAction } from '#data/bulk-actions/bulk-actions.ts';
import type { StoredPasskey } from '#data/passkeys/passkeys.ts';
import type { StoredReminder } from '#data/reminders/reminders.ts';

/** The fields that an entity shares with its type in core, as the entity stores them. */
type Shared<Stored, Shown> = Pick<Stored, keyof Stored & keyof Shown>;

describe('an entity and its type in core', () => {
  it('are consistent for a reminder', () => {
    expectTypeOf<Omit<StoredReminder, 'expiresAt'>>().toEqualTypeOf<Reminder>();
  });

  it('are consistent for a passkey', () => {
    expectTypeOf<Shared<StoredPasskey, Passkey>>().toEqualTypeOf<Passkey>();
  });

  it('are consistent for a bulk action', () => {
    expectTypeOf<Omit<Shared<StoredBulkAction, BulkAction>, 'UnitModel'>>().toEqualTypeOf<
      Omit<BulkAction, 'UnitModel' | 'state' | 'mayRetry'>
    >();
  });
});
