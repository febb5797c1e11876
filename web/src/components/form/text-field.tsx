import { Input, InputGroup } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { FieldProps } from './field-binding.ts';
import { FormField, lookOf } from './form-field.tsx';
import { roomFor } from './suffix-room.ts';

export interface TextFieldProps extends FieldProps<string, string> {
  type?: 'text' | 'email' | 'search' | 'url';
  placeholder?: string;
  autoComplete?: string;
  autoFocus?: boolean;
  maxLength?: number;
  /** An identifier or a code: digits line up, and the browser corrects nothing. */
  identifier?: boolean;
  /** Shown inside, before the typed text. */
  prefix?: ReactNode;
  /** Shown inside, after the typed text: a unit. */
  suffix?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { name, value, onChange, onBlur, type = 'text', identifier = false, prefix, suffix } = props;
  const verbatim = identifier || type === 'email' || type === 'url';
  return (
    <FormField {...lookOf(props)}>
      <InputGroup startElement={prefix} endElement={suffix} endOffset={roomFor(suffix)}>
        <Input
          name={name}
          type={type}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          placeholder={props.placeholder}
          autoComplete={props.autoComplete ?? 'off'}
          autoFocus={props.autoFocus}
          maxLength={props.maxLength}
          textStyle={identifier ? 'identifier' : undefined}
          {...(verbatim && { spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' })}
        />
      </InputGroup>
    </FormField>
  );
}
