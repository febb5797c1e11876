import { useState } from 'react';
import { NewDealerField } from '#web/shared/dealers/new-dealer-field.tsx';
import type { ValueFieldProps } from './value-field.tsx';

/** Takes a dealer to which the units are moved. */
export function DealerValue({ onChange }: ValueFieldProps) {
  const [value, setValue] = useState<number>();
  return (
    <NewDealerField
      name="dealer"
      value={value}
      onChange={setValue}
      onNamed={(dealer) => onChange(dealer && { action: 'dealer', ...dealer })}
    />
  );
}
