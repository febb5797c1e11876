import { useState } from 'react';
import {
  type MonitoringCenter,
  MonitoringCenterInput,
  PROTOCOLS,
  type Protocol,
} from '#core/monitoring-centers/center.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useFreeCheck } from './use-free-check.ts';

const OPTIONS = Object.entries(PROTOCOLS).map(([value, label]) => ({
  value: Number(value) as Protocol,
  label,
}));

interface CenterDialogProps {
  /** Undefined for a new one. */
  center: MonitoringCenter | undefined;
  onClose: () => void;
}

/** Adds a monitoring centre, or changes one in the version that was opened. */
export function CenterDialog({ center, onClose }: CenterDialogProps) {
  const [opened] = useState(center);
  const refreshes = [monitoringCenters.list];
  const add = useEndpointMutation(monitoringCenters.add, { refreshes, success: 'The monitoring centre was added' });
  const update = useEndpointMutation(monitoringCenters.update, {
    refreshes,
    success: 'The monitoring centre was saved',
  });
  const name = useFreeCheck('name', opened?.mcKey);
  const form = useForm({
    schema: MonitoringCenterInput,
    initial: opened ? { name: opened.name, protocol: opened.protocol } : { name: '' },
    requireChange: opened !== undefined,
    onSubmit: async (entered) => {
      if (opened) await update.submit({ mcKey: opened.mcKey, version: opened.version, ...entered });
      else await add.submit(entered);
      onClose();
    },
  });
  const field = form.field('name');
  const isTaken = name.takenMessage(form.values.name);
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={opened ? `Edit ${opened.name}` : 'Add a monitoring centre'}
      formLabel="Monitoring centre"
      submitLabel={opened ? 'Save monitoring centre' : 'Add monitoring centre'}
    >
      <TextField
        label="Name"
        maxLength={100}
        {...field}
        {...(isTaken !== undefined && { error: isTaken })}
        onBlur={() => {
          field.onBlur?.();
          void name.check(form.values.name);
        }}
      />
      <SelectField
        label="Protocol"
        help="Units of dealers with a Pulse centre use zones 1 to 4"
        {...form.field('protocol')}
        options={OPTIONS}
      />
    </FormDialog>
  );
}
