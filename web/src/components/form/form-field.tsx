import { Field } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { FieldLook } from './field-binding.ts';

export interface FormFieldProps extends FieldLook {
  error?: string;
  required?: boolean;
  children: ReactNode;
}

/** Label, help and error around one control, wired for screen readers. */
export function FormField({ label, labelHidden, help, error, required, disabledReason, children }: FormFieldProps) {
  return (
    <Field.Root invalid={Boolean(error)} required={required} disabled={Boolean(disabledReason)}>
      <Field.Label srOnly={labelHidden}>
        {label}
        <Field.RequiredIndicator color="fg.muted" />
      </Field.Label>
      {children}
      {(disabledReason || help) && <Field.HelperText>{disabledReason ?? help}</Field.HelperText>}
      <Field.ErrorText role="alert">{error}</Field.ErrorText>
    </Field.Root>
  );
}

/** The props of a field that {@link FormField} needs. */
export const lookOf = ({
  label,
  labelHidden,
  help,
  error,
  required,
  disabledReason,
}: Omit<FormFieldProps, 'children'>) => ({
  label,
  labelHidden,
  help,
  error,
  required,
  disabledReason,
});
