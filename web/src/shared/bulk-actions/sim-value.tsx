import { useState } from 'react';
import { CHOSEN_SIMS_WORDS, ChosenSims } from '#core/sims/chosen-sims.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import type { ValueFieldProps } from './value-field.tsx';

const OPTIONS = ChosenSims.options.map((value) => ({ value, label: `The SIM ${CHOSEN_SIMS_WORDS[value]}` }));

/** Takes which SIMs of each unit are changed. What this can do is acknowledged before the start. */
export function SimValue({ onChange }: ValueFieldProps) {
  const [value, setValue] = useState<ChosenSims>();
  return (
    <SelectField
      name="sims"
      label="SIM of each unit"
      value={value}
      options={OPTIONS}
      onChange={(sims) => {
        setValue(sims);
        onChange(sims && { action: 'sim', sims, acknowledged: [] });
      }}
    />
  );
}
