import { Input, InputGroup } from '@chakra-ui/react';
import { DAY_HINTS, readDay, typedDay } from '#core/typed-time.ts';
import { useTimeStyle } from '../text/time-style.tsx';
import { CalendarButton } from './calendar-button.tsx';
import { useTypedText } from './use-typed-text.ts';

export interface DayInputProps {
  /** Names the calendar: `Start date`. */
  label: string;
  /** `2026-11-21`; empty for no day, or a text that is none. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  name?: string | undefined;
  earliest?: string | undefined;
  latest?: string | undefined;
  disabled?: boolean | undefined;
  'aria-describedby'?: string | undefined;
}

/** A day, typed in the user's format or chosen from a calendar. */
export function DayInput({ label, value, onChange, onBlur, name, earliest, latest, ...rest }: DayInputProps) {
  const { format } = useTimeStyle();
  const typed = useTypedText({
    value,
    onChange,
    onBlur,
    write: (day) => typedDay(day, format),
    read: (text) => readDay(text, format),
  });
  const describedBy = rest['aria-describedby'];
  return (
    <InputGroup
      endElementProps={{ px: '1.5' }}
      endElement={
        <CalendarButton {...{ label, value, onChange, earliest, latest }} disabled={rest.disabled ?? false} />
      }
    >
      <Input
        name={name}
        placeholder={DAY_HINTS[format]}
        autoComplete="off"
        textStyle="identifier"
        {...(describedBy && { 'aria-describedby': describedBy })}
        {...typed}
      />
    </InputGroup>
  );
}
