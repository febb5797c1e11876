import { useRef, useState } from 'react';
import { z } from 'zod';
import { NOT_IN_THE_FUTURE, REMINDER_MESSAGES, type Reminder, ReminderMessage } from '#core/reminders/reminder.ts';
import { RepeatFrequency } from '#core/reminders/repeat.ts';
import { wallClock } from '#core/time-zones.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { DateField } from '#web/components/form/date-field.tsx';
import { SearchSelectField } from '#web/components/form/search-select-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { CheckboxField } from '#web/components/form/toggle-fields.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { REPEAT_WORDS } from './reminder-words.ts';
import { zoneOptions } from './time-zones.ts';
import { useScheduleReminder } from './use-schedule-reminder.ts';
import { defaultTime, isAhead } from './wall-clock.ts';

interface ReminderDialogProps {
  UnitSerNum: string;
  /** The unit's reminders. */
  known: readonly Reminder[];
  /** The scheduled reminder to edit; undefined for a new one. */
  edited?: Reminder | undefined;
  onClose: () => void;
}

const Schema = z
  .object({
    Message: ReminderMessage,
    immediately: z.boolean(),
    MessageTime: z.string(),
    timeZone: z.string().min(1, 'Choose a time zone'),
    repeats: z.enum(['never', ...RepeatFrequency.options]),
    endDate: z.string(),
  })
  .refine(
    ({ MessageTime, repeats, endDate }) => repeats === 'never' || endDate === '' || endDate >= MessageTime.slice(0, 10),
    { path: ['endDate'], message: 'The end date lies before the start date' },
  )
  .refine(
    ({ immediately, MessageTime, timeZone }) =>
      immediately || (MessageTime !== '' && isAhead(MessageTime, timeZone, Date.now())),
    { path: ['MessageTime'], message: NOT_IN_THE_FUTURE },
  );

const REPEATS = [
  { value: 'never', label: 'Does not repeat' },
  ...RepeatFrequency.options.map((value) => ({ value, label: REPEAT_WORDS[value] })),
] as const;

const MESSAGES = ReminderMessage.options.map((value) => ({ value, label: REMINDER_MESSAGES[value] }));

/** Schedules a reminder: kind, time and time zone. Edits the time of a scheduled one. */
export function ReminderDialog({ UnitSerNum, known, edited, onClose }: ReminderDialogProps) {
  const { timeZone: zone } = useTimeStyle();
  const schedule = useScheduleReminder(known);
  const [options] = useState(() => zoneOptions(edited?.timeZone ?? zone));
  const form = useForm({
    schema: Schema,
    initial: edited
      ? {
          ...edited,
          immediately: false,
          MessageTime: wallClock(Date.parse(edited.MessageTime), edited.timeZone),
          repeats: edited.repeatFrequency ?? 'never',
          endDate: edited.endDate ?? '',
        }
      : {
          Message: 'EatAMeal',
          immediately: false,
          MessageTime: defaultTime(Date.now(), zone),
          timeZone: zone,
          repeats: 'never',
          endDate: '',
        },
    requireChange: edited !== undefined,
    onSubmit: async ({ immediately, MessageTime, Message, timeZone, repeats, endDate }) => {
      const asked = {
        Message,
        timeZone,
        UnitSerNum,
        ...(edited && { was: edited.MessageTime }),
        MessageTime: immediately ? ('immediately' as const) : MessageTime,
        ...(repeats !== 'never' && { repeat: true, repeatFrequency: repeats, ...(endDate && { endDate }) }),
      };
      const done = await schedule(asked);
      if (done) onClose();
      return done;
    },
  });
  const timeChosen = useRef(edited !== undefined);
  const { immediately } = form.values;
  const time = form.field('MessageTime');
  const timeZone = form.field('timeZone');

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      size="sm"
      title={
        edited
          ? `Edit the reminder “${REMINDER_MESSAGES[edited.Message]}” of ${UnitSerNum}`
          : `Schedule a reminder for ${UnitSerNum}`
      }
      formLabel={edited ? 'Edit the reminder' : 'Schedule a reminder'}
      submitLabel={edited ? 'Save reminder' : 'Schedule reminder'}
    >
      <SelectField
        label="Reminder"
        options={MESSAGES}
        {...form.field('Message')}
        {...(edited && { disabledReason: 'Delete this reminder to set one of another kind' })}
      />
      <CheckboxField label="Give it immediately" {...form.field('immediately')} />
      <DateField
        label="Date and time"
        granularity="minute"
        help="Local time in the time zone below"
        {...time}
        {...(immediately && { disabledReason: 'It is given immediately' })}
        onChange={(value) => {
          timeChosen.current = true;
          time.onChange(value);
        }}
      />
      <SearchSelectField
        label="Time zone"
        options={options}
        {...timeZone}
        {...(immediately && { disabledReason: 'It is given immediately' })}
        onChange={(value) => {
          timeZone.onChange(value ?? zone);
          // Another zone has another default time; a time that the user chose stays.
          if (!timeChosen.current && value) time.onChange(defaultTime(Date.now(), value));
        }}
      />
      <SelectField label="Repeats" options={REPEATS} {...form.field('repeats')} />
      {form.values.repeats !== 'never' && (
        <DateField
          label="Until"
          help="The last day. Leave it empty to repeat until it is deleted"
          {...form.field('endDate')}
        />
      )}
    </FormDialog>
  );
}
