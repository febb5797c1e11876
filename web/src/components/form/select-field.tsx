import { NativeSelect } from '@chakra-ui/react';
import type { FieldProps } from './field-binding.ts';
import { FormField, lookOf } from './form-field.tsx';

export interface SelectOption<Value extends string | number> {
  value: Value;
  label: string;
  /** Why it cannot be chosen; it then stands greyed with the reason behind it. */
  disabledReason?: string;
}

export interface SelectFieldProps<Value extends string | number> extends FieldProps<Value, Value | undefined> {
  options: readonly SelectOption<Value>[];
  /** The words for no choice; without them one has to be chosen and there is no way back to none. */
  placeholder?: string;
}

/** A choice from a short list; for a long one take SearchSelectField. */
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
