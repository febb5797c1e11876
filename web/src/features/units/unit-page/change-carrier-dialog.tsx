import { chakra } from '@chakra-ui/react';
import { z } from 'zod';
import { ACTIONS } from '#core/severity.ts';
import { CARRIER_NAMES, type Carrier } from '#core/sims/carrier.ts';
import { sims } from '#core/sims/contract.ts';
import { DEACTIVATION_ACKNOWLEDGEMENTS } from '#core/sims/deactivation.ts';
import { ACKNOWLEDGEMENTS } from '#core/sims/state-change.ts';
import { unitActions } from '#core/unit-actions/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { CheckboxField } from '#web/components/form/toggle-fields.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { recordedWords } from './actions/recorded.ts';

/** One SIM of a unit, as the dialog needs it. */
export interface CarrierSimOfUnit {
  iccid: string;
  carrier: Carrier;
}

interface ChangeCarrierDialogProps {
  unit: Unit;
  from: CarrierSimOfUnit;
  to: CarrierSimOfUnit;
  onClose: () => void;
}

const Schema = z.object({ deactivateOld: z.boolean() });

/** Gives a unit the command to connect over its other SIM, and asks what becomes of the one that it leaves. */
export function ChangeCarrierDialog({ unit, from, to, onClose }: ChangeCarrierDialogProps) {
  const { UnitSerNum } = unit;
  const confirm = useConfirm();
  const mark = useEndpointMutation(sims.deactivateOnStartUp, { refreshes: [sims.simData] });
  const change = useEndpointMutation(unitActions.simulationType, { success: recordedWords });
  const [left, next] = [CARRIER_NAMES[from.carrier], CARRIER_NAMES[to.carrier]];
  const form = useForm({
    schema: Schema,
    initial: { deactivateOld: false },
    onSubmit: async ({ deactivateOld }) => {
      const sure = await confirm({
        title: `Change the carrier of ${UnitSerNum} to ${next}?`,
        consequence: `The unit leaves ${left} and connects over SIM ${to.iccid}.`,
        actionLabel: 'Change carrier',
        ...ACTIONS.changeCarrier,
      });
      if (!sure) return false;
      const acknowledged = [...DEACTIVATION_ACKNOWLEDGEMENTS];
      if (deactivateOld) await mark.submit({ UnitSerNum, iccid: from.iccid, deactivate: true, acknowledged });
      await change.submit({ UnitSerNum, SimulationType: next });
      return onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Change the carrier of ${UnitSerNum}`}
      formLabel="Change carrier"
      submitLabel="Change carrier"
    >
      <chakra.p>{`The unit runs on ${left} now. It gets the command to connect over ${next}.`}</chakra.p>
      <CheckboxField
        label={`Deactivate the SIM of ${left} once the switch is done`}
        help={DEACTIVATION_ACKNOWLEDGEMENTS.map((one) => ACKNOWLEDGEMENTS[one]).join(' ')}
        {...form.field('deactivateOld')}
      />
    </FormDialog>
  );
}
