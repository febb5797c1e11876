import { chakra, Field, Flex, NativeSelect } from '@chakra-ui/react';
import { useId } from 'react';
import { DayInput } from '../form/day-input.tsx';
import { useTimeStyle } from '../text/time-style.tsx';
import { presetOf, presetRange, type RangePreset, USUAL_PRESETS } from './presets.ts';
import { type DateRange, type RangeLimits, rangeProblem } from './range.ts';

export interface DateRangeFieldProps extends RangeLimits {
  value: DateRange;
  onChange: (range: DateRange) => void;
  presets?: readonly RangePreset[];
  labels?: { start?: string; end?: string };
  /** The caller's problem with the range; its own problems are always shown. */
  error?: string;
  disabled?: boolean;
}

const CUSTOM = 'custom';
const ANY = 'any';

/** Start and end date, with named ranges beside them. Shows at once if the end is before the start. */
export function DateRangeField(props: DateRangeFieldProps) {
  const { value, onChange, presets = USUAL_PRESETS, labels, disabled, earliest, latest, longestDays } = props;
  const style = useTimeStyle();
  const problem = props.error ?? rangeProblem(value, style, { earliest, latest, longestDays });
  const problemId = useId();
  const isEmpty = value.start === '' && value.end === '';
  const preset = isEmpty ? ANY : (presetOf(value, presets, new Date(), style.timeZone)?.id ?? CUSTOM);

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
      <DayInput
        label={label}
        value={value[side]}
        onChange={(day) => onChange({ ...value, [side]: day })}
        earliest={earliest}
        latest={latest}
        disabled={disabled}
        aria-describedby={problem ? problemId : undefined}
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
                  if (event.target.value === ANY) onChange({ start: '', end: '' });
                  else if (chosen) onChange(presetRange(chosen, new Date(), style.timeZone));
                }}
              >
                {(isEmpty || !props.required) && <option value={ANY}>{props.required ? 'Choose' : 'Any time'}</option>}
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
