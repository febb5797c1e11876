import { chakra, Textarea } from '@chakra-ui/react';
import type { FieldProps } from './field-binding.ts';
import { FormField, lookOf } from './form-field.tsx';

export interface TextAreaFieldProps extends FieldProps<string, string> {
  rows?: number;
  placeholder?: string;
  /** The most characters; shows how many are left near the limit. */
  maxLength?: number;
}

export function TextAreaField(props: TextAreaFieldProps) {
  const { name, onChange, onBlur, rows = 4, maxLength } = props;
  const value = props.value ?? '';
  const left = maxLength === undefined ? undefined : maxLength - value.length;
  return (
    <FormField {...lookOf(props)}>
      <Textarea
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        rows={rows}
        maxLength={maxLength}
        placeholder={props.placeholder}
      />
      {left !== undefined && left <= 50 && (
        <chakra.span alignSelf="flex-end" textStyle="xs" color="fg.muted" aria-live="polite">
          {left === 1 ? '1 character left' : `${left} characters left`}
        </chakra.span>
      )}
    </FormField>
  );
}
