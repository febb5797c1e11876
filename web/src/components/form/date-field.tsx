import { Input } from '@chakra-ui/react';
import type { FieldProps } from './field-binding.ts';
import { FormField, lookOf } from './form-field.tsx';

export interface DateFieldProps extends FieldProps<string, string> {
  /** `day` holds `2026-11-21`, `minute` holds `2026-11-21T14:05`, both in the person's own zone. */
  granularity?: 'day' | 'minute';
  earliest?: string;
  latest?: string;
}

/** A day, or a day and time: typed, stepped by the arrow keys, or picked from the browser's own calendar. */
export function DateField(props: DateFieldProps) {
  const { name, value, onChange, onBlur, granularity = 'day', earliest, latest } = props;
  return (
    <FormField {...lookOf(props)}>
      <Input
        name={name}
        type={granularity === 'day' ? 'date' : 'datetime-local'}
        value={value ?? ''}
        min={earliest}
        max={latest ?? FAR}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        css={DATE_INPUT}
      />
    </FormField>
  );
}

/** Without an upper bound browsers let a year have six digits. */
const FAR = '9999-12-31T23:59';

export const DATE_INPUT = {
  fontVariantNumeric: 'tabular-nums',
  '.light &': { colorScheme: 'light' },
  '.dark &': { colorScheme: 'dark' },
  '&::-webkit-calendar-picker-indicator': { cursor: 'pointer', opacity: 0.65, borderRadius: '4px' },
  '&::-webkit-calendar-picker-indicator:hover': { opacity: 1 },
};
