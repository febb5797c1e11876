import { MAX_PACE, Pace } from '#core/bulk-actions/pace.ts';
import { NumberField } from '#web/components/form/number-field.tsx';

/** Why the number is no pace. Undefined if it is, or if there is none. */
export const whyNoPace = (pace: number | undefined): string | undefined =>
  pace === undefined ? undefined : Pace.safeParse(pace).error?.issues[0]?.message;

interface PaceFieldProps {
  value: number | undefined;
  onChange: (pace: number | undefined) => void;
}

/** How many units are done per minute. */
export const PaceField = ({ value, onChange }: PaceFieldProps) => {
  const error = whyNoPace(value);
  return (
    <NumberField
      name="pace"
      label="Units per minute"
      help="Leave it empty for no limit."
      minimum={1}
      maximum={MAX_PACE}
      value={value}
      onChange={onChange}
      {...(error !== undefined && { error })}
    />
  );
};
