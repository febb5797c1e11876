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
    <Fieldset.Legend fontWeight="600" color="fg">
      {label}
    </Fieldset.Legend>
    <Flex columnGap="5" rowGap="2" wrap="wrap" mt="2">
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
    <Fieldset.HelperText textStyle="xs" mt="1.5" color="fg.muted">
      {help}
    </Fieldset.HelperText>
  </Fieldset.Root>
);
