import { Input } from '@chakra-ui/react';
import type { ChangeEvent } from 'react';
import type { FieldProps } from './field-binding.ts';
import { FormField, lookOf } from './form-field.tsx';
import { caretAfterDigits, formatPhone, phoneDigits } from './phone.ts';

/** A phone number: shown as `(801) 555-0123`, stored as its ten digits. */
export function PhoneField(props: FieldProps<string, string> & { placeholder?: string; autoComplete?: string }) {
  const { name, value, onChange, onBlur } = props;

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target;
    const caret = input.selectionStart ?? input.value.length;
    const before = input.value.slice(0, caret).replaceAll(/\D/g, '').length;
    const digits = phoneDigits(input.value);
    onChange(digits);
    requestAnimationFrame(() => {
      const at = caretAfterDigits(formatPhone(digits), Math.min(before, digits.length));
      input.setSelectionRange(at, at);
    });
  };

  return (
    <FormField {...lookOf(props)}>
      <Input
        name={name}
        type="tel"
        inputMode="numeric"
        value={formatPhone(value ?? '')}
        onChange={change}
        onBlur={onBlur}
        placeholder={props.placeholder ?? '(555) 555-0123'}
        autoComplete={props.autoComplete ?? 'off'}
        fontVariantNumeric="tabular-nums"
      />
    </FormField>
  );
}
