import { z } from 'zod';
import { BatteryNumber } from '#core/unit-actions/batteries.ts';
import { unitActions } from '#core/unit-actions/contract.ts';
import { units } from '#core/units/contract.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { call } from '#web/lib/api/api.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useReadAgain } from '#web/lib/api/use-read-again.ts';
import { showFailureUnder, showSuccess } from '#web/lib/messages/show.ts';

interface BatteryDialogProps {
  UnitSerNum: string;
  UnitModel: UnitModel;
  onClose: () => void;
}

const Schema = z.object({ battery: z.enum(BatteryNumber.options.map(({ value }) => String(value))) });

/** Records that a unit has a new battery. */
export function BatteryDialog({ UnitSerNum, UnitModel, onClose }: BatteryDialogProps) {
  const { data } = useEndpoint(unitActions.batteryMap, {});
  const readAgain = useReadAgain();
  const options = (data?.batteries ?? [])
    .filter(({ models }) => models.includes(UnitModel))
    .map(({ battery, name }) => ({ value: String(battery), label: name }));
  const form = useForm({
    schema: Schema,
    initial: { battery: '' },
    onSubmit: async ({ battery }) => {
      try {
        await call(unitActions.changeBattery, {
          UnitSerNum,
          battery: BatteryNumber.parse(Number(battery)),
          newBatt: 1,
        });
        showSuccess('The battery data will be updated on the next ping');
        return onClose();
      } catch (error) {
        showFailureUnder('Failed to mark the battery as new. Please try again', error);
        return false;
      } finally {
        void readAgain(units.get);
      }
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Record a new battery of ${UnitSerNum}`}
      formLabel="New battery"
      submitLabel="Record new battery"
      description="Record it after the battery is in the unit. Until the next ping, the portal shows the readings of the battery before."
    >
      <SelectField label="Battery" options={options} placeholder="Choose a battery" {...form.field('battery')} />
    </FormDialog>
  );
}
