import { z } from 'zod';
import { idOfKind } from '../consoles/command-id.ts';
import { DAY, HOUR, Instant, MINUTE } from '../time.ts';
import { SerialNumber } from '../units/unit.ts';
import { Day, RepeatFrequency } from './repeat.ts';
import { isToCome } from './to-come.ts';

/** The kinds of reminders, with the texts that people see. */
export const REMINDER_MESSAGES = {
  EatAMeal: 'Eat a meal',
  TakeMedication: 'Take medication',
  TestBloodSugar: 'Test blood sugar',
  TestUnit: 'Test the unit',
} as const;
export const ReminderMessage = z.enum(['EatAMeal', 'TakeMedication', 'TestBloodSugar', 'TestUnit']);

export const Reminder = z.object({
  UnitSerNum: SerialNumber,
  Message: ReminderMessage,
  MessageTime: Instant,
  timeZone: z.string(),
  state: z.enum(['scheduled', 'sent', 'waiting', 'missed']),
  createdBy: z.string(),
  /** The day of the first occurrence of one that repeats. */
  startDate: Day.optional(),
  /** Its time of day by the clock of its zone: `09:30`. */
  startTime: z.string().optional(),
  repeatFrequency: RepeatFrequency.optional(),
  /** The last day on which it is given. */
  endDate: Day.optional(),
  /** The latest occurrence that the unit carried out, before the present one. */
  lastTest: Instant.optional(),
});
export type Reminder = z.infer<typeof Reminder>;

/** A reminder is set 5 minutes ahead unless the user says otherwise [P2-K55]. */
export const DEFAULT_MINUTES_AHEAD = 5;
export const NOT_IN_THE_FUTURE = 'Please choose a date or time in the future';
/** A reminder further ahead than this is taken for a typing error. */
export const MAX_TIME_AHEAD = 366 * DAY;
export const TOO_FAR_AHEAD = 'Please choose a date within the next year';

/** A reminder as the portal shows it. */
export const ShownReminder = Reminder.extend({
  /** The occurrence that is still to come. */
  nextTest: Instant.optional(),
});

/** The latest occurrence that the unit carried out. */
export const lastTestOf = ({ state, MessageTime, lastTest }: Pick<Reminder, 'state' | 'MessageTime' | 'lastTest'>) =>
  state === 'sent' ? MessageTime : lastTest;

/** Adds when the unit was reminded last, and when it is next. */
export function shownReminder({ lastTest, ...reminder }: Reminder): z.infer<typeof ShownReminder> {
  const { state, MessageTime } = reminder;
  const last = lastTestOf({ state, MessageTime, lastTest });
  return { ...reminder, ...(last && { lastTest: last }), ...(isToCome(reminder) && { nextTest: MessageTime }) };
}

/** The event that arrives when a reminder is due. */
export const ReminderDue = z.object({ UnitSerNum: SerialNumber, Message: ReminderMessage, MessageTime: Instant });

/** The name of a reminder's schedule: one per unit and kind, so that scheduling again replaces it. */
export const scheduleName = ({ UnitSerNum, Message }: Pick<Reminder, 'UnitSerNum' | 'Message'>) =>
  `${UnitSerNum}-${Message}`;

type Due = Pick<Reminder, 'Message' | 'MessageTime'>;

/** A reminder that is later than this is not given: nobody should eat lunch twice. */
const REMINDER_VALIDITY = HOUR;
/** A unit that got the command at the last moment may answer for this long, through bridge and queue. */
const ANSWER_TIME_LIMIT = MINUTE;

/** Milliseconds; the reminder is not given after this time. */
export const reminderExpiry = ({ MessageTime }: Pick<Due, 'MessageTime'>) =>
  Date.parse(MessageTime) + REMINDER_VALIDITY;

/** Milliseconds; a reminder without a result is missed from this time on. */
export const missedFrom = (due: Pick<Due, 'MessageTime'>) => reminderExpiry(due) + ANSWER_TIME_LIMIT;

/**
 * The name of the schedule that checks the result of a reminder. It contains the time: if a new reminder replaced it in place at the
 * moment when it fires, the firing would delete the new schedule.
 */
export const endScheduleName = (reminder: Pick<Reminder, 'UnitSerNum' | 'Message' | 'MessageTime'>) =>
  `${scheduleName(reminder)}-ends-${Date.parse(reminder.MessageTime)}`;

/** When that schedule fires, rounded up: EventBridge Scheduler works in minutes, and it must not fire early. */
export const endCheckTime = (due: Pick<Due, 'MessageTime'>) => new Date(Math.ceil(missedFrom(due) / MINUTE) * MINUTE);

/** The id of a reminder's command. A repeated event has the same id, so the reminder is given once. */
export const commandIdOf = ({ Message, MessageTime }: Due) =>
  idOfKind('reminder', `${Message}-${Date.parse(MessageTime)}`);

/** Marks a command as coming from a reminder. */
export const originOf = ({ Message, MessageTime }: Due) => `reminder ${Message} ${MessageTime}`;

/** The reminder that a command comes from; undefined if it comes from elsewhere. */
export function reminderOfOrigin(origin: string | undefined): Due | undefined {
  const [kind, Message, MessageTime] = origin?.split(' ') ?? [];
  const parsed = ReminderDue.omit({ UnitSerNum: true }).safeParse({ Message, MessageTime });
  return kind === 'reminder' && parsed.success ? parsed.data : undefined;
}
