import { chakra, Field, Flex, Input, NativeSelect } from '@chakra-ui/react';
import { useId } from 'react';
import { DATE_INPUT } from '../form/date-field.tsx';
import { presetOf, presetRange, type RangePreset, USUAL_PRESETS } from './presets.ts';
import { type DateRange, type Granularity, rangeProblem } from './range.ts';

export interface DateRangeFieldProps {
  value: DateRange;
  onChange: (range: DateRange) => void;
  /** `day` when omitted. */
  granularity?: Granularity;
  presets?: readonly RangePreset[];
  labels?: { start?: string; end?: string };
  required?: boolean;
  earliest?: string;
  latest?: string;
  longestDays?: number;
  /** The caller's problem with the range; its own problems are always shown. */
  error?: string;
  disabled?: boolean;
}

const CUSTOM = 'custom';

/** Start and end date, with named ranges beside them. Shows at once if the end is before the start. */
export function DateRangeField(props: DateRangeFieldProps) {
  const { value, onChange, granularity = 'day', presets = USUAL_PRESETS, labels, disabled } = props;
  const { earliest, latest, longestDays } = props;
  const problem = props.error ?? rangeProblem(value, { earliest, latest, longestDays });
  const problemId = useId();
  const now = new Date();
  const preset = presetOf(value, presets, now, granularity)?.id ?? CUSTOM;

  const bound = (side: keyof DateRange, label: string) => (
    <Field.Root
      invalid={Boolean(problem)}
      required={props.required}
      disabled={disabled}
      w="auto"
      flex="1 1 10rem"
      minW="0"
    >
      <Field.Label>{label}</Field.Label>
      <Input
        type={granularity === 'day' ? 'date' : 'datetime-local'}
        value={value[side]}
        min={earliest}
        max={latest ?? (granularity === 'day' ? '9999-12-31' : '9999-12-31T23:59')}
        aria-describedby={problem ? problemId : undefined}
        onChange={(event) => onChange({ ...value, [side]: event.target.value })}
        css={DATE_INPUT}
      />
    </Field.Root>
  );

  return (
    <chakra.fieldset minW="0" border="0" p="0">
      <chakra.legend srOnly>Date range</chakra.legend>
      <Flex gap="3" align="flex-end" wrap="wrap">
        {bound('start', labels?.start ?? 'Start date')}
        {bound('end', labels?.end ?? 'End date')}
        {presets.length > 0 && (
          <Field.Root w="auto" flex="0 1 10rem" minW="8rem" disabled={disabled}>
            <Field.Label>Range</Field.Label>
            <NativeSelect.Root disabled={disabled}>
              <NativeSelect.Field
                value={preset}
                onChange={(event) => {
                  const chosen = presets.find(({ id }) => id === event.target.value);
                  if (chosen) onChange(presetRange(chosen, new Date(), granularity));
                }}
              >
                {preset === CUSTOM && <option value={CUSTOM}>Custom</option>}
                {presets.map(({ id, label }) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </NativeSelect.Field>
              <NativeSelect.Indicator />
            </NativeSelect.Root>
          </Field.Root>
        )}
      </Flex>
      <chakra.p id={problemId} role="alert" color="fg.error" textStyle="xs" mt={problem ? '1.5' : '0'}>
        {problem}
      </chakra.p>
    </chakra.fieldset>
  );
}
