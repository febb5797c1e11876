import { Box, Checkbox, Field, Switch } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Tooltip } from '../tooltip/tooltip.tsx';
import type { FieldProps } from './field-binding.ts';

/** A switch, for a setting that applies at once or with the form. */
export function SwitchField(props: FieldProps<boolean, boolean>) {
  const { name, value, onChange, onBlur, label, labelHidden, disabledReason } = props;
  return (
    <ToggleFrame {...props}>
      <Switch.Root
        name={name}
        checked={value ?? false}
        onCheckedChange={(details) => onChange(details.checked)}
        disabled={Boolean(disabledReason)}
        invalid={Boolean(props.error)}
        alignItems="center"
      >
        <Switch.HiddenInput onBlur={onBlur} />
        <Switch.Control />
        <Switch.Label fontWeight="400" srOnly={labelHidden}>
          {label}
        </Switch.Label>
      </Switch.Root>
    </ToggleFrame>
  );
}

/** A checkbox beside a statement. */
export function CheckboxField(props: FieldProps<boolean, boolean>) {
  const { name, value, onChange, onBlur, label, labelHidden, disabledReason, required } = props;
  return (
    <ToggleFrame {...props}>
      <Checkbox.Root
        name={name}
        checked={value ?? false}
        onCheckedChange={(details) => onChange(details.checked === true)}
        disabled={Boolean(disabledReason)}
        invalid={Boolean(props.error)}
        required={required}
        alignItems="flex-start"
      >
        <Checkbox.HiddenInput onBlur={onBlur} />
        <Checkbox.Control mt="0.5" />
        <Checkbox.Label fontWeight="400" srOnly={labelHidden}>
          {label}
        </Checkbox.Label>
      </Checkbox.Root>
    </ToggleFrame>
  );
}

function ToggleFrame({
  help,
  error,
  disabledReason,
  children,
}: FieldProps<boolean, boolean> & { children: ReactNode }) {
  return (
    <Field.Root invalid={Boolean(error)} w="auto">
      <Tooltip content={disabledReason}>
        <Box tabIndex={disabledReason ? 0 : undefined}>{children}</Box>
      </Tooltip>
      {(disabledReason || help) && <Field.HelperText mt="-0.5">{disabledReason ?? help}</Field.HelperText>}
      <Field.ErrorText role="alert">{error}</Field.ErrorText>
    </Field.Root>
  );
}
