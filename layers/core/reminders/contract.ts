import { z } from 'zod';
import { defineArea } from '../contract.ts';
import { DateOffset, Instant } from '../time.ts';
import { TimeZone } from '../time-zones.ts';
import { SerialNumber } from '../units/unit.ts';
import { REMINDER_READERS, REMINDER_SCHEDULERS } from './access.ts';
import { batchUpload } from './batch-contract.ts';
import { ReminderMessage, ShownReminder } from './reminder.ts';
import { Day, RepeatFrequency } from './repeat.ts';

/** A date and time without a zone, to the minute or finer: `2026-11-21T09:30`. */
const NO_WALL_CLOCK = 'Enter a date and time of the chosen zone, such as 2026-11-21T09:30';
const WallClock = z.iso
  .datetime({ local: true, precision: -1, error: NO_WALL_CLOCK })
  .or(z.iso.datetime({ local: true, error: NO_WALL_CLOCK }))
  .refine((text) => !text.endsWith('Z'), { message: NO_WALL_CLOCK });

export const reminders = defineArea({
  list: {
    method: 'GET',
    path: '/api/mySchedule/scheduleReminder',
    summary: 'Read the reminders of a unit',
    access: REMINDER_READERS,
    input: z.object({ UnitSerNum: SerialNumber }),
    output: z.object({ items: z.array(ShownReminder) }),
    errors: ['NOT_FOUND'],
  },
  schedule: {
    method: 'POST',
    path: '/api/mySchedule/scheduleReminder',
    summary: 'Schedule a reminder for a unit, replacing one of the same kind',
    access: REMINDER_SCHEDULERS,
    input: z.object({
      UnitSerNum: SerialNumber,
      Message: ReminderMessage,
      /** The wall-clock time in `timeZone`, or `immediately`. Absent if `startDate` and `startTime` say it. */
      MessageTime: z.union([z.literal('immediately'), WallClock]).optional(),
      startDate: Day.optional(),
      startTime: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time of day, such as 09:30')
        .optional(),
      timeZone: TimeZone.optional(),
      /** The browser's offset in minutes, for a caller that knows no time zone. A reminder that repeats needs the zone. */
      TimeOffset: DateOffset.optional(),
      repeat: z.boolean().default(false),
      /** Only of a reminder that repeats, as is `endDate`. */
      repeatFrequency: RepeatFrequency.default('daily'),
      /** The last day on which it is given. */
      endDate: Day.optional(),
      replace: z.boolean().default(false),
      /** The time of the scheduled reminder that is edited. CONFLICT if it is no longer scheduled for then. */
      was: Instant.optional(),
    }),
    output: ShownReminder,
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/mySchedule/scheduleReminder',
    summary: 'Delete a scheduled reminder',
    access: REMINDER_SCHEDULERS,
    input: z.object({ UnitSerNum: SerialNumber, Message: ReminderMessage }),
    output: z.object({}),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  ...batchUpload,
});
