import { IconButton, Input, InputGroup } from '@chakra-ui/react';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { FieldProps } from './field-binding.ts';
import { FormField, lookOf } from './form-field.tsx';

export interface PasswordFieldProps extends FieldProps<string, string> {
  /** Tells password managers which password it is. */
  autoComplete: 'current-password' | 'new-password';
  autoFocus?: boolean;
}

export function PasswordField(props: PasswordFieldProps) {
  const { name, value, onChange, onBlur, autoComplete, autoFocus } = props;
  const [shown, setShown] = useState(false);
  return (
    <FormField {...lookOf(props)}>
      <InputGroup
        endElementProps={{ px: '1' }}
        endElement={
          <IconButton
            size="xs"
            variant="ghost"
            aria-label={shown ? 'Hide the password' : 'Show the password'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
          </IconButton>
        }
      >
        <Input
          name={name}
          type={shown ? 'text' : 'password'}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
          autoComplete={autoComplete}
          autoFocus={autoFocus}
          spellCheck={false}
          autoCapitalize="none"
        />
      </InputGroup>
    </FormField>
  );
}
