import { Flex } from '@chakra-ui/react';
import { useState } from 'react';
import type { Carrier } from '#core/sims/carrier.ts';
import { CommunicationPlan } from '#core/sims/plan.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { CARRIER_OPTIONS } from './carrier-options.ts';
import type { ValueFieldProps } from './value-field.tsx';

/** Takes a carrier and one of its plans. Each SIM that a unit has of the carrier gets the plan. */
export function PlanValue({ onChange }: ValueFieldProps) {
  const [carrier, setCarrier] = useState<Carrier>();
  const [typed, setTyped] = useState('');
  const { error } = CommunicationPlan.safeParse(typed);
  const change = (of: Carrier | undefined, text: string) => {
    setCarrier(of);
    setTyped(text);
    const { data: plan } = CommunicationPlan.safeParse(text);
    onChange(
      of === undefined || plan === undefined ? undefined : { action: 'plan', carrier: of, plan, acknowledged: [] },
    );
  };
  return (
    <Flex direction="column" gap="3">
      <SelectField
        name="carrier"
        label="Carrier"
        value={carrier}
        options={CARRIER_OPTIONS}
        onChange={(of) => change(of, typed)}
      />
      <TextField
        name="plan"
        label="Communication plan"
        value={typed}
        {...(typed !== '' && error?.issues[0] && { error: error.issues[0].message })}
        onChange={(text) => change(carrier, text)}
      />
    </Flex>
  );
}
