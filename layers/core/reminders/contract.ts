import { z } from 'zod';
import { holding } from '../access.ts';
import { defineArea } from '../contract.ts';
import { Instant } from '../time.ts';
import { TimeZone } from '../time-zones.ts';
import { SerialNumber } from '../units/unit.ts';
import { Reminder, ReminderMessage } from './reminder.ts';

const readers = holding('MYSCHEDULER', 'UNIT', 'UNIT_EDIT');
/** Without UNIT: beside UNIT_VIEW, which is a view-only access [P2-A13], it must not change anything. */
const schedulers = holding('MYSCHEDULER', 'UNIT_EDIT');

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
    access: readers,
    input: z.object({ UnitSerNum: SerialNumber }),
    output: z.object({ items: z.array(Reminder) }),
    errors: ['NOT_FOUND'],
  },
  schedule: {
    method: 'POST',
    path: '/api/mySchedule/scheduleReminder',
    summary: 'Schedule a reminder for a unit, replacing one of the same kind',
    access: schedulers,
    input: z.object({
      UnitSerNum: SerialNumber,
      Message: ReminderMessage,
      /** The wall-clock time in `timeZone`, or `immediately`. */
      MessageTime: z.union([z.literal('immediately'), WallClock]),
      timeZone: TimeZone,
      replace: z.boolean().default(false),
      /** The time of the scheduled reminder that is edited. CONFLICT if it is no longer scheduled for then. */
      was: Instant.optional(),
    }),
    output: Reminder,
    errors: ['INVALID', 'NOT_FOUND', 'CONFLICT'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/mySchedule/scheduleReminder',
    summary: 'Delete a scheduled reminder',
    access: schedulers,
    input: z.object({ UnitSerNum: SerialNumber, Message: ReminderMessage }),
    output: z.object({}),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
