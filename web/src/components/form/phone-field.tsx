import { Input } from '@chakra-ui/react';
import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react';
import { digitsOf } from '#core/text.ts';
import type { FieldProps } from './field-binding.ts';
import { FormField, lookOf } from './form-field.tsx';
import { caretAfterDigits, formatPhone, phoneDigits } from './phone.ts';

/** A phone number: shown as `(801) 555-0123`, stored as its ten digits. */
export function PhoneField(props: FieldProps<string, string> & { placeholder?: string; autoComplete?: string }) {
  const { name, value, onChange, onBlur } = props;
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<{ at: number }>();

  // Before the next key: a caret that is set later would undo where a fast typist has gone meanwhile.
  useLayoutEffect(() => {
    if (caret) input.current?.setSelectionRange(caret.at, caret.at);
  }, [caret]);

  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: typed, selectionStart } = event.target;
    const before = digitsOf(typed.slice(0, selectionStart ?? typed.length)).length;
    const digits = phoneDigits(typed);
    onChange(digits);
    setCaret({ at: caretAfterDigits(formatPhone(digits), Math.min(before, digits.length)) });
  };

  return (
    <FormField {...lookOf(props)}>
      <Input
        ref={input}
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
