import { Box, Flex, Input } from '@chakra-ui/react';
import { useId } from 'react';
import { readTime, typedTime } from '#core/typed-time.ts';
import { useTimeStyle } from '../text/time-style.tsx';
import { DayInput } from './day-input.tsx';
import type { FieldProps } from './field-binding.ts';
import { FormField, lookOf } from './form-field.tsx';
import { useTypedText } from './use-typed-text.ts';

export interface DateFieldProps extends FieldProps<string, string> {
  /** `day` holds `2026-11-21`, `minute` holds `2026-11-21T14:05`, a time of day without a zone. */
  granularity?: 'day' | 'minute';
  earliest?: string;
  latest?: string;
}

/** A day, or a day and time: typed in the user's format, or the day from a calendar. */
export function DateField(props: DateFieldProps) {
  const { name, label, onChange, onBlur, granularity = 'day', earliest, latest } = props;
  const value = props.value ?? '';
  const [day, time] = granularity === 'day' ? [value, ''] : partsOf(value);
  const disabled = Boolean(props.disabledReason);
  const input = (
    <DayInput
      {...{ name, label, onBlur, earliest, latest, disabled }}
      value={day}
      onChange={(next) => onChange(granularity === 'day' ? next : withTime(next, time))}
    />
  );
  if (granularity === 'day') return <FormField {...lookOf(props)}>{input}</FormField>;
  return (
    <FormField {...lookOf(props)}>
      <Flex gap="2" w="full">
        <Box flex="1">{input}</Box>
        <TimeInput
          label={`${label}: time`}
          value={time}
          onChange={(next) => onChange(withTime(day, next))}
          onBlur={onBlur}
          disabled={disabled}
        />
      </Flex>
    </FormField>
  );
}

interface TimeInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur: (() => void) | undefined;
  disabled: boolean;
}

function TimeInput({ label, value, onChange, onBlur, disabled }: TimeInputProps) {
  const { format } = useTimeStyle();
  // Its own, because the label of the field belongs to the day.
  const id = useId();
  const typed = useTypedText({ value, onChange, onBlur, write: (time) => typedTime(time, format), read: readTime });
  return (
    <Input
      id={id}
      aria-label={label}
      w="7rem"
      autoComplete="off"
      textStyle="identifier"
      disabled={disabled}
      placeholder={typedTime('14:05', format)}
      {...typed}
    />
  );
}

const partsOf = (value: string): [day: string, time: string] => {
  const [day = '', time = ''] = value.split('T');
  return [day, time.slice(0, 5)];
};

/** Nothing without a day. A day without a time begins at midnight. */
const withTime = (day: string, time: string) => (day === '' ? '' : `${day}T${time || '00:00'}`);
