import { useMemo } from 'react';
import { z } from 'zod';
import { ZONE_ARRAY_LENGTH } from '#core/accessories/accessory.ts';
import { accessories } from '#core/accessories/contract.ts';
import { zoneRefusal } from '#core/monitoring-centers/center.ts';
import { unitActions } from '#core/unit-actions/contract.ts';
import { CONSOLE_MODES, PAIRING, ZONE_MODES } from '#core/unit-messages/voice-reports.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { NumberField } from '#web/components/form/number-field.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { modeQuestion } from '#web/shared/consoles/command-question.ts';
import { recordedWords } from './recorded.ts';

const Schema = z.object({
  SimulationType: z.enum(CONSOLE_MODES),
  zone: z
    .number()
    .int()
    .min(1)
    .max(ZONE_ARRAY_LENGTH - 1)
    .optional(),
});
/** A device in a higher zone can be deleted, but none is paired with one. */
const schemaWith = (highest: number) =>
  Schema.refine(({ SimulationType, zone = 1 }) => SimulationType !== PAIRING || zone <= highest, {
    path: ['zone'],
    message: zoneRefusal(highest),
  });
const MODES = CONSOLE_MODES.map((value) => ({ value, label: value }));
const hasZoneIn = (mode: string | undefined) => ZONE_MODES.some((one) => one === mode);

/** Gives a unit the command to change its working mode, after a question. */
export function ModeDialog({ UnitSerNum, onClose }: { UnitSerNum: string; onClose: () => void }) {
  const confirm = useConfirm();
  const { data: rf } = useEndpoint(accessories.rfDevices, { id: UnitSerNum });
  const highest = (rf?.zoneArrayLength ?? ZONE_ARRAY_LENGTH) - 1;
  const change = useEndpointMutation(unitActions.simulationType, { success: recordedWords });
  const form = useForm({
    schema: useMemo(() => schemaWith(highest), [highest]),
    initial: { SimulationType: 'Ready' },
    onSubmit: async ({ SimulationType, zone }) => {
      if (!(await confirm(modeQuestion(UnitSerNum, SimulationType)))) return false;
      const hasZone = hasZoneIn(SimulationType) && zone !== undefined;
      await change.submit({ UnitSerNum, SimulationType, ...(hasZone && { zone }) });
      return onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Change the mode of ${UnitSerNum}`}
      formLabel="Change mode"
      submitLabel="Change mode"
    >
      <SelectField label="Mode" options={MODES} {...form.field('SimulationType')} />
      {hasZoneIn(form.values.SimulationType) && (
        <NumberField
          label="Zone"
          minimum={1}
          maximum={form.values.SimulationType === PAIRING ? highest : ZONE_ARRAY_LENGTH - 1}
          {...form.field('zone')}
        />
      )}
    </FormDialog>
  );
}
