import { describe, expectTypeOf, it } from 'vitest';
import type { BulkAction } from '#core/bulk-actions/bulk-action.ts';
import type { Passkey } from '#core/passkeys/passkey.ts';
import type { Reminder } from '#core/reminders/reminder.ts';
import type { StoredBulkAction } from '#data/bulk-actions/bulk-actions.ts';
import type { StoredPasskey } from '#data/passkeys/passkeys.ts';
import type { StoredReminder } from '#data/reminders/reminders.ts';

/** The fields that an entity and its type in core share, as the entity stores them. */
type Shared<Stored, Shown> = Pick<Stored, keyof Stored & keyof Shown>;

describe('an entity and its type in core', () => {
  it('agree on a reminder', () => {
    expectTypeOf<Omit<StoredReminder, 'expiresAt'>>().toEqualTypeOf<Reminder>();
  });

  it('agree on a passkey', () => {
    expectTypeOf<Shared<StoredPasskey, Passkey>>().toEqualTypeOf<Passkey>();
  });

  it('agree on a bulk action', () => {
    expectTypeOf<Omit<Shared<StoredBulkAction, BulkAction>, 'UnitModel'>>().toEqualTypeOf<
      Omit<BulkAction, 'UnitModel' | 'state' | 'mayRetry'>
    >();
  });
});
