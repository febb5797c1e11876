import { IconButton, Input, InputGroup } from '@chakra-ui/react';
import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { FieldProps } from './field-binding.ts';
import { FormField, lookOf } from './form-field.tsx';
import { parseNumber } from './number-text.ts';

interface StepperFieldProps extends FieldProps<number, number> {
  /** The next value in a direction, or why there is none. */
  step: (value: number, direction: 1 | -1) => { value: number } | { issue: string };
  /** The unit, inside the field: `min`, `%`. */
  suffix?: ReactNode;
}

/** A number with two buttons that step it. A step beyond a bound is refused, and says so. */
export function StepperField(props: StepperFieldProps) {
  const { name, value, onChange, onBlur, label, step, suffix, disabledReason } = props;
  const [refused, setRefused] = useState<string>();
  const number = value ?? Number.NaN;
  const [typed, setTyped] = useState(spoken(number));
  // Keeps the typed text ("-" on the way to "-3") until the form holds another number.
  const text = Object.is(parsed(typed), number) ? typed : spoken(number);

  const press = (direction: 1 | -1) => {
    const next = step(Number.isNaN(number) ? 0 : number, direction);
    setRefused('issue' in next ? next.issue : undefined);
    if ('value' in next) onChange(next.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    press(event.key === 'ArrowUp' ? 1 : -1);
  };
  const error = refused ?? props.error;
  const button = (direction: 1 | -1) => (
    <IconButton
      type="button"
      size="2xs"
      variant="ghost"
      tabIndex={-1}
      disabled={Boolean(disabledReason)}
      aria-label={`${direction === 1 ? 'Increase' : 'Decrease'} ${label}`}
      onClick={() => press(direction)}
    >
      {direction === 1 ? <Plus aria-hidden /> : <Minus aria-hidden />}
    </IconButton>
  );
  return (
    <FormField {...lookOf(props)} {...(error !== undefined && { error })}>
      <InputGroup
        startElement={button(-1)}
        startElementProps={{ px: '1.5', pointerEvents: 'auto' }}
        endElement={
          <>
            {suffix}
            {button(1)}
          </>
        }
        endElementProps={{ px: '1.5', gap: '2', pointerEvents: 'auto' }}
      >
        <Input
          name={name}
          inputMode="numeric"
          value={text}
          onChange={(event) => {
            setRefused(undefined);
            setTyped(event.target.value);
            onChange(parsed(event.target.value));
          }}
          onBlur={() => {
            setRefused(undefined);
            onBlur?.();
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
          fontVariantNumeric="tabular-nums"
        />
      </InputGroup>
    </FormField>
  );
}

const parsed = (typed: string) => parseNumber(typed) ?? Number.NaN;
const spoken = (value: number) => (Number.isNaN(value) ? '' : String(value));
