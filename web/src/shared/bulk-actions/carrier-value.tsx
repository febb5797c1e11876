import { Flex } from '@chakra-ui/react';
import { useState } from 'react';
import type { Carrier } from '#core/sims/carrier.ts';
import { DEACTIVATION_ACKNOWLEDGEMENTS } from '#core/sims/deactivation.ts';
import { ACKNOWLEDGEMENTS } from '#core/sims/state-change.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import { CheckboxField } from '#web/components/form/toggle-fields.tsx';
import { CARRIER_OPTIONS } from './carrier-options.ts';
import type { ValueFieldProps } from './value-field.tsx';

/** Takes the carrier over whose SIM the units connect, and what becomes of the SIM that they leave [P2-B126]. */
export function CarrierValue({ onChange }: ValueFieldProps) {
  const [carrier, setCarrier] = useState<Carrier>();
  const [deactivateOld, setDeactivateOld] = useState(false);
  const change = (to: Carrier | undefined, isOff: boolean) => {
    setCarrier(to);
    setDeactivateOld(isOff);
    onChange(to === undefined ? undefined : { action: 'carrier', carrier: to, deactivateOld: isOff, acknowledged: [] });
  };
  return (
    <Flex direction="column" gap="3">
      <SelectField
        name="newCarrier"
        label="New carrier"
        value={carrier}
        options={CARRIER_OPTIONS}
        onChange={(to) => change(to, deactivateOld)}
      />
      <CheckboxField
        name="deactivateOld"
        label="Deactivate the SIM that a unit leaves once the switch is done"
        help={DEACTIVATION_ACKNOWLEDGEMENTS.map((one) => ACKNOWLEDGEMENTS[one]).join(' ')}
        value={deactivateOld}
        onChange={(isOff) => change(carrier, isOff)}
      />
    </Flex>
  );
}
