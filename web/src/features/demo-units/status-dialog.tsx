import { z } from 'zod';
import { DemoStatus } from '#core/demo-units/demo-status.ts';
import { type DemoUnit, MAX_AT_ONCE } from '#core/demo-units/demo-unit.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { LOST_WITH_WEARER, statusOptions } from './status-options.ts';
import { useStatusChange } from './use-status-change.ts';

const Schema = z.object({ UnitStatus: DemoStatus });

interface StatusDialogProps {
  selected: readonly string[];
  /** Those of the selected units that the page shows. The server checks the others. */
  shown: readonly DemoUnit[];
  onClose: () => void;
}

/** Changes the status of the selected units in one step. */
export function StatusDialog({ selected, shown, onClose }: StatusDialogProps) {
  const change = useStatusChange();
  const form = useForm({
    schema: Schema,
    initial: {},
    onSubmit: async ({ UnitStatus }) => {
      const done = await change(selected, UnitStatus);
      if (done) onClose();
      return done;
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Change the status of ${unitCount(selected.length)}`}
      formLabel="Status of the selected units"
      submitLabel="Change status"
      disabledReason={selected.length > MAX_AT_ONCE ? `Select at most ${MAX_AT_ONCE} units` : undefined}
    >
      <SelectField
        label="Status"
        help={LOST_WITH_WEARER}
        {...form.field('UnitStatus')}
        options={statusOptions(shown)}
      />
    </FormDialog>
  );
}
