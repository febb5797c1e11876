import { NativeSelect } from '@chakra-ui/react';
import type { FieldProps } from './field-binding.ts';
import { FormField, lookOf } from './form-field.tsx';

export interface SelectOption<Value extends string | number> {
  value: Value;
  label: string;
  /** Why it cannot be chosen; it is then disabled and shows the reason. */
  disabledReason?: string;
}

export interface SelectFieldProps<Value extends string | number> extends FieldProps<Value, Value | undefined> {
  options: readonly SelectOption<Value>[];
  /** The label for no choice. When omitted, a choice is required and cannot be cleared. */
  placeholder?: string;
}

/** A choice from a short list; use SearchSelectField for a long one. */
export function SelectField<Value extends string | number>(props: SelectFieldProps<Value>) {
  const { name, value, onChange, onBlur, options, placeholder } = props;
  const known = options.some((option) => option.value === value);
  return (
    <FormField {...lookOf(props)}>
      <NativeSelect.Root disabled={Boolean(props.disabledReason)}>
        <NativeSelect.Field
          name={name}
          value={known ? String(value) : ''}
          onChange={(event) => onChange(options.find((option) => String(option.value) === event.target.value)?.value)}
          onBlur={onBlur}
        >
          {(placeholder !== undefined || !known) && <option value="">{placeholder ?? 'Choose…'}</option>}
          {options.map((option) => (
            <option key={option.value} value={String(option.value)} disabled={Boolean(option.disabledReason)}>
              {option.disabledReason ? `${option.label} (${option.disabledReason})` : option.label}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </FormField>
  );
}
