import { DatePicker, Portal, parseDate } from '@chakra-ui/react';
import { Calendar, ChevronLeft, ChevronRight } from 'lucide-react';
import { isDay } from '#core/calendar-days.ts';
import type { TimeFormat } from '#core/shown-time.ts';
import { useTimeStyle } from '../text/time-style.tsx';

interface CalendarButtonProps {
  label: string;
  value: string;
  onChange: (day: string) => void;
  earliest: string | undefined;
  latest: string | undefined;
  disabled: boolean;
}

/** Opens a calendar to choose a day from. The text field stays outside: the library would write into it. */
export function CalendarButton({ label, value, onChange, earliest, latest, disabled }: CalendarButtonProps) {
  const { format, timeZone } = useTimeStyle();
  return (
    <DatePicker.Root
      value={isDay(value) ? [parseDate(value)] : []}
      onValueChange={({ value: [day] }) => day && onChange(day.toString())}
      min={boundOf(earliest)}
      max={boundOf(latest)}
      locale={CALENDARS[format]}
      timeZone={timeZone}
      disabled={disabled}
      positioning={{ placement: 'bottom-end' }}
      translations={{ content: `Calendar: ${label}`, trigger: () => `Open the calendar: ${label}` }}
      lazyMount
      unmountOnExit
      w="auto"
    >
      <DatePicker.Control>
        <DatePicker.Trigger>
          <Calendar size={15} aria-hidden />
        </DatePicker.Trigger>
      </DatePicker.Control>
      <Portal>
        <DatePicker.Positioner>
          <DatePicker.Content>
            <DatePicker.View view="day">
              <DatePicker.ViewControl>
                <DatePicker.PrevTrigger>
                  <ChevronLeft aria-hidden />
                </DatePicker.PrevTrigger>
                <DatePicker.MonthSelect bg="bg.panel" />
                <DatePicker.YearSelect bg="bg.panel" />
                <DatePicker.NextTrigger>
                  <ChevronRight aria-hidden />
                </DatePicker.NextTrigger>
              </DatePicker.ViewControl>
              <DatePicker.DayTable />
            </DatePicker.View>
          </DatePicker.Content>
        </DatePicker.Positioner>
      </Portal>
    </DatePicker.Root>
  );
}

/** The language of the months and the first day of a week. */
const CALENDARS: Record<TimeFormat, string> = { monthFirst: 'en-US', dayFirst: 'en-GB', yearFirst: 'en-GB' };

const boundOf = (day: string | undefined) => (day && isDay(day) ? parseDate(day) : undefined);
