import { useState } from 'react';
import { z } from 'zod';
import { demoUnits } from '#core/demo-units/contract.ts';
import { DemoStatus, UNCHANGED } from '#core/demo-units/demo-status.ts';
import { DemoNote, type DemoUnit } from '#core/demo-units/demo-unit.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { LOST_WITH_WEARER, statusOptions } from './status-options.ts';
import { useAskToDestroy } from './use-status-change.ts';

const Schema = z.object({ UnitStatus: DemoStatus, Note: DemoNote });

/** Changes the status and the note of the demo unit in the version that was opened. */
export function EditDialog({ unit, onClose }: { unit: DemoUnit; onClose: () => void }) {
  const [{ UnitSerNum, UnitStatus, Note, version }] = useState(unit);
  const ask = useAskToDestroy();
  const { submit } = useEndpointMutation(demoUnits.update, {
    refreshes: [demoUnits.list],
    success: `Demo unit ${UnitSerNum} saved`,
  });
  const form = useForm({
    schema: Schema,
    initial: { UnitStatus: UNCHANGED, Note },
    requireChange: true,
    onSubmit: async (entered) => {
      if (!(await ask(1, entered.UnitStatus))) return false;
      await submit({ UnitSerNum, version, ...entered });
      return onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Edit demo unit ${UnitSerNum}`}
      formLabel="Demo unit"
      submitLabel="Save demo unit"
    >
      <SelectField
        label="Status"
        help={LOST_WITH_WEARER}
        {...form.field('UnitStatus')}
        options={statusOptions([{ UnitStatus }])}
      />
      <TextField label="Note" help="Where the unit is, or what it is for" maxLength={200} {...form.field('Note')} />
    </FormDialog>
  );
}
