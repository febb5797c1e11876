import { Text } from '@chakra-ui/react';
import { z } from 'zod';
import { demoUnits } from '#core/demo-units/contract.ts';
import { DemoStatus, UNCHANGED } from '#core/demo-units/demo-status.ts';
import { SerialNumber, UNIT_STATUS } from '#core/units/unit.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { statusOptions } from './status-options.ts';
import { useStatusChange } from './use-status-change.ts';

const Schema = z.object({ UnitSerNum: SerialNumber, UnitStatus: DemoStatus });

/** Adds a unit to the demo units by its serial number. */
export function AddUnitDialog({ onClose }: { onClose: () => void }) {
  const change = useStatusChange();
  const form = useForm({
    schema: Schema,
    initial: { UnitSerNum: '', UnitStatus: UNCHANGED },
    onSubmit: async ({ UnitSerNum, UnitStatus }) => {
      const done = await change([UnitSerNum], UnitStatus);
      if (done) onClose();
      return done;
    },
  });
  const asked = SerialNumber.safeParse(form.values.UnitSerNum);
  const { data, error } = useEndpoint(demoUnits.unit, asked.success ? { id: asked.data } : null);
  const unit = asked.success ? data : undefined;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Add a demo unit"
      formLabel="Demo unit"
      submitLabel="Add demo unit"
      disabledReason={
        unit === undefined
          ? 'Enter the serial number of a unit'
          : unit.isDemo
            ? 'The unit is a demo unit already'
            : undefined
      }
    >
      <TextField label="Serial number" maxLength={6} {...form.field('UnitSerNum')} />
      <Text aria-live="polite" color="fg.muted">
        {unit && `${unit.UnitModel}, ${UNIT_STATUS[unit.UnitStatus]}, at ${unit.DealerName}`}
        {!unit && asked.success && error?.message}
      </Text>
      <SelectField label="Status" {...form.field('UnitStatus')} options={statusOptions(unit ? [unit] : [])} />
    </FormDialog>
  );
}
