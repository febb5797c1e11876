import { Checkbox, Fieldset, Flex } from '@chakra-ui/react';
import { CARRIER_NAMES, CARRIERS, type Carrier } from '#core/sims/carrier.ts';

interface CarriersFieldProps {
  label: string;
  help: string;
  value: readonly Carrier[];
  onChange: (carriers: Carrier[]) => void;
}

/** Chooses some of the carriers. */
export const CarriersField = ({ label, help, value, onChange }: CarriersFieldProps) => (
  <Fieldset.Root>
    <Fieldset.Legend textStyle="sm" fontWeight="500">
      {label}
    </Fieldset.Legend>
    <Flex gap="5" wrap="wrap">
      {CARRIERS.map((carrier) => (
        <Checkbox.Root
          key={carrier}
          checked={value.includes(carrier)}
          onCheckedChange={({ checked }) =>
            onChange(CARRIERS.filter((one) => (one === carrier ? checked === true : value.includes(one))))
          }
        >
          <Checkbox.HiddenInput />
          <Checkbox.Control />
          <Checkbox.Label fontWeight="400">{CARRIER_NAMES[carrier]}</Checkbox.Label>
        </Checkbox.Root>
      ))}
    </Flex>
    <Fieldset.HelperText>{help}</Fieldset.HelperText>
  </Fieldset.Root>
);
