import { Checkbox, chakra, Flex } from '@chakra-ui/react';
import { useId } from 'react';
import { CARRIER_NAMES, CARRIERS, type Carrier } from '#core/sims/carrier.ts';

interface CarriersFieldProps {
  label: string;
  help: string;
  value: readonly Carrier[];
  onChange: (carriers: Carrier[]) => void;
}

/** Chooses some of the carriers. */
export function CarriersField({ label, help, value, onChange }: CarriersFieldProps) {
  const helpId = useId();
  return (
    <chakra.fieldset aria-describedby={helpId}>
      <chakra.legend fontWeight="600">{label}</chakra.legend>
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
      <chakra.p id={helpId} textStyle="xs" mt="1.5" color="fg.muted">
        {help}
      </chakra.p>
    </chakra.fieldset>
  );
}
