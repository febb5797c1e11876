import { SimpleGrid } from '@chakra-ui/react';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import type { Identity } from '#core/unit-configuration/identity.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { SwitchField } from '#web/components/form/toggle-fields.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import type { IdentityLabels } from './identity.ts';
import type { UnitDraft } from './use-unit-draft.ts';

interface IdentityFieldsProps {
  DealerKey: number;
  draft: UnitDraft['identity'];
  labels: IdentityLabels;
  disabledReason: string | undefined;
}

/** How the unit is called, and whether it may be updated over the air. The dealer's lists limit what can be chosen. */
export function IdentityFields({ DealerKey, draft: { content, change }, labels, disabledReason }: IdentityFieldsProps) {
  const { data: dealer } = useEndpoint(dealerSettings.details, { DealerKey });
  const field = (name: keyof Omit<Identity, 'AllowOTAUpdate'>, list = '') => ({
    name,
    label: labels[name],
    value: content[name],
    onChange: (value: string) => change({ [name]: value }),
    list: list.split(',').filter(Boolean),
    ...(disabledReason !== undefined && { disabledReason }),
  });
  return (
    <SimpleGrid columns={{ base: 1, sm: 2, lg: 3 }} gap="5">
      <ListedField
        {...field('UnitLineID', dealer?.UseRestrictLineID === 1 ? dealer.RestrictLineIDList : '')}
        identifier
        maxLength={8}
        onChange={(UnitLineID) => change({ UnitLineID: UnitLineID.toUpperCase() })}
      />
      <TextField
        {...field('UnitID')}
        identifier
        maxLength={16}
        onChange={(UnitID) => change({ UnitID: UnitID.toUpperCase() })}
      />
      <ListedField {...field('Custom1', dealer?.CustomLabelList1)} maxLength={40} />
      <ListedField {...field('Custom2', dealer?.CustomLabelList2)} maxLength={40} />
      <SwitchField
        name="AllowOTAUpdate"
        label={labels.AllowOTAUpdate}
        help="Lets the unit download firmware and voice prompts"
        value={content.AllowOTAUpdate === 1}
        onChange={(on) => change({ AllowOTAUpdate: on ? 1 : 0 })}
        {...(disabledReason !== undefined && { disabledReason })}
      />
    </SimpleGrid>
  );
}

interface ListedFieldProps {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What the dealer offers; empty: anything can be typed. */
  list: readonly string[];
  maxLength: number;
  identifier?: boolean;
  disabledReason?: string;
}

function ListedField({ list, maxLength, identifier = false, ...field }: ListedFieldProps) {
  if (list.length === 0) return <TextField {...field} maxLength={maxLength} identifier={identifier} />;
  const offered = [...new Set([...list, field.value].filter(Boolean))];
  return (
    <SelectField
      {...field}
      placeholder="None"
      options={offered.map((value) => ({ value, label: value }))}
      onChange={(value) => field.onChange(value ?? '')}
    />
  );
}
