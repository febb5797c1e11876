import { useState } from 'react';
import { CLOSED, type WhiteListEntry, WhiteListInput } from '#core/monitoring-centers/center.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { PhoneField } from '#web/components/form/phone-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useFreeCheck } from './use-free-check.ts';

interface NumberDialogProps {
  /** Undefined for a new one. */
  entry: WhiteListEntry | undefined;
  onClose: () => void;
}

/** Adds a phone number to the whitelist, or changes one in the version that was opened. */
export function NumberDialog({ entry, onClose }: NumberDialogProps) {
  const [opened] = useState(entry);
  const centers = useEndpoint(monitoringCenters.list, { pageSize: 1000 });
  const refreshes = [monitoringCenters.whiteList];
  const add = useEndpointMutation(monitoringCenters.addToWhiteList, {
    refreshes,
    success: 'The phone number was added',
  });
  const change = useEndpointMutation(monitoringCenters.changeWhiteList, {
    refreshes,
    success: 'The phone number was saved',
  });
  const number = useFreeCheck('phoneNumber', opened?.id);
  const form = useForm({
    schema: WhiteListInput,
    initial: opened ?? { phoneNumber: '', label: '' },
    requireChange: opened !== undefined,
    onSubmit: async (entered) => {
      if (opened) await change.submit({ id: opened.id, version: opened.version, ...entered });
      else await add.submit(entered);
      onClose();
    },
  });
  const field = form.field('phoneNumber');
  const isTaken = number.takenMessage(form.values.phoneNumber);
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={opened ? 'Edit phone number' : 'Add a phone number'}
      formLabel="Phone number of a monitoring centre"
      submitLabel={opened ? 'Save phone number' : 'Add phone number'}
    >
      <SelectField
        label="Monitoring centre"
        {...form.field('mcKey')}
        options={(centers.data?.items ?? []).map(({ mcKey, name, status }) => ({
          value: mcKey,
          label: name,
          ...(status === CLOSED && { disabledReason: 'closed' }),
        }))}
      />
      <PhoneField
        label="Phone number"
        {...field}
        {...(isTaken !== undefined && { error: isTaken })}
        onBlur={() => {
          field.onBlur?.();
          void number.check(form.values.phoneNumber);
        }}
      />
      <TextField label="Label" help="Who calls from it" maxLength={60} {...form.field('label')} />
    </FormDialog>
  );
}
