import { Input, InputGroup } from '@chakra-ui/react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { FieldProps } from './field-binding.ts';
import { FormField, lookOf } from './form-field.tsx';
import { parseNumber } from './number-text.ts';
import { roomFor } from './suffix-room.ts';

export interface NumberFieldProps extends FieldProps<number, number | undefined> {
  /** The step of the arrow keys; 1 when omitted. */
  step?: number;
  minimum?: number;
  maximum?: number;
  placeholder?: string;
  /** The unit, inside the field: `min`, `%`. */
  suffix?: ReactNode;
}

/** A number. Other text becomes NaN, so that the schema rejects it. */
export function NumberField(props: NumberFieldProps) {
  const value = props.value ?? undefined;
  const {
    name,
    onChange,
    onBlur,
    step = 1,
    minimum = Number.NEGATIVE_INFINITY,
    maximum = Number.POSITIVE_INFINITY,
  } = props;
  const [typed, setTyped] = useState(spoken(value));
  const parsed = parseNumber(typed);
  // Keeps the typed text ("1." on the way to "1.5") until the form holds another number.
  const text = Object.is(parsed, value) ? typed : spoken(value);

  const change = (next: string) => {
    setTyped(next);
    onChange(parseNumber(next));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    const from = value === undefined || Number.isNaN(value) ? 0 : value;
    change(String(Math.min(maximum, Math.max(minimum, from + direction * step))));
  };

  return (
    <FormField {...lookOf(props)}>
      <InputGroup endElement={props.suffix} endOffset={roomFor(props.suffix)}>
        <Input
          name={name}
          inputMode="decimal"
          value={text}
          onChange={(event) => change(event.target.value)}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
          placeholder={props.placeholder}
          autoComplete="off"
          fontVariantNumeric="tabular-nums"
        />
      </InputGroup>
    </FormField>
  );
}

const spoken = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? '' : String(value));
