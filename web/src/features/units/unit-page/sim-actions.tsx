import { Button, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { z } from 'zod';
import { ACTIONS } from '#core/severity.ts';
import { isActiveSim } from '#core/sims/active-sim.ts';
import { type CarrierNumber, NUMBER_BY_REQUEST } from '#core/sims/carrier.ts';
import { sims } from '#core/sims/contract.ts';
import { isDialable } from '#core/sims/identifiers.ts';
import { isInService, SIM_STATE, SimState, simStateLabel } from '#core/sims/sim-state.ts';
import {
  acknowledgementsFor,
  askableStates,
  mayOverrideToActivated,
  OVERRIDE_FAILED,
  weightOf,
} from '#core/sims/state-change.ts';
import { units } from '#core/units/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { FormDialog } from '#web/components/dialog/form-dialog.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { SwitchField } from '#web/components/form/toggle-fields.tsx';
import { useForm } from '#web/components/form/use-form.ts';
import type { Output } from '#web/lib/api/api.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useMay, useSession } from '#web/lib/session/session.tsx';
import { NumberDialog } from './number-dialog.tsx';

type ToldSlot = Exclude<NonNullable<Output<typeof sims.simData>['slot1']>, { failure: string }>;

export interface SimActionsProps {
  unit: Unit;
  slot: 1 | 2;
  told: ToldSlot;
}

const refreshes = [sims.simData, sims.requests, units.get];

/** What a person who may edit SIMs can ask of the carrier. */
export function SimActions(props: SimActionsProps) {
  const { unit, slot, told } = props;
  const { deviceDetails, iccid } = told;
  const engineer = useSession().has('ENGINEER');
  const mayEdit = useMay(sims.changeState.access);
  const [planOpen, setPlanOpen] = useState(false);
  const [numberOpen, setNumberOpen] = useState(false);
  const { wanted, ask, asking } = useStateChange(props);
  const override = useEndpointMutation(sims.overrideState, {
    success: 'The SIM is activated',
    refreshes,
    failureTitle: OVERRIDE_FAILED,
  });
  if (!mayEdit) return null;
  const state = wanted ?? deviceDetails.state;
  const overrideState = () => {
    const ActiveCarrier = (unit.ActiveCarrier ?? null) as z.output<typeof CarrierNumber> | null;
    void override.trigger({ unitDetails: { UnitSerNum: unit.UnitSerNum, ICCID2: iccid, ActiveCarrier } });
  };
  return (
    <Flex gap="3" align="center" wrap="wrap" px="4" py="3" borderTopWidth="1px">
      <SwitchField
        name={`sim${slot}`}
        label="SIM is activated"
        value={isInService(state)}
        onChange={(on) => void ask(on ? SIM_STATE.activated : SIM_STATE.deactivated)}
        {...(asking && { disabledReason: 'The carrier is being asked' })}
      />
      {engineer && (
        <SelectField
          name={`simState${slot}`}
          label={`State of the SIM in slot ${slot}`}
          labelHidden
          value={undefined}
          placeholder="Ask for another state"
          onChange={(target) => target !== undefined && void ask(SimState.parse(target))}
          options={askableStates({ engineer }).map((value) => ({ value, label: simStateLabel(value, { engineer }) }))}
        />
      )}
      {mayOverrideToActivated({ slot, ...deviceDetails }) && (
        <Button size="sm" variant="outline" onClick={overrideState} loading={override.isMutating}>
          Change to activated
        </Button>
      )}
      <Button size="sm" variant="outline" onClick={() => setPlanOpen(true)}>
        Communication plan
      </Button>
      {NUMBER_BY_REQUEST.includes(told.carrier) && !isDialable(deviceDetails.msisdn) && (
        <Button size="sm" variant="outline" onClick={() => setNumberOpen(true)}>
          Request a number
        </Button>
      )}
      {numberOpen && <NumberDialog {...props} onClose={() => setNumberOpen(false)} />}
      {planOpen && <PlanDialog {...props} onClose={() => setPlanOpen(false)} />}
    </Flex>
  );
}

/** Asks for a state, once its consequences are acknowledged. While the question is open, the switch shows what was chosen [P2-B125]. */
function useStateChange({ unit, slot, told: { iccid } }: SimActionsProps) {
  const confirm = useConfirm();
  const engineer = useSession().has('ENGINEER');
  const [wanted, setWanted] = useState<SimState>();
  const change = useEndpointMutation(sims.changeState, {
    success: ({ outcome }) =>
      outcome === 'done' ? 'The carrier has changed the SIM' : 'The carrier will change the SIM',
    refreshes,
  });
  const ask = async (target: SimState) => {
    setWanted(target);
    const acknowledged = acknowledgementsFor({ target, activeCarrier: isActiveSim(unit, slot) });
    const word = simStateLabel(target, { engineer });
    const confirmed = await confirm({
      ...weightOf(acknowledged),
      title: `Change SIM ${iccid} to “${word}”?`,
      actionLabel: 'Change the SIM',
    });
    if (confirmed) {
      const { UnitSerNum } = unit;
      await change.trigger({ UnitSerNum, slot, iccid, state: target, acknowledged: [...acknowledged] });
    }
    setWanted(undefined);
  };
  return { wanted, ask, asking: change.isMutating };
}

const Plan = z.object({ plan: sims.editCommunicationPlan.input.shape.plan });

function PlanDialog({ unit, slot, told: { iccid }, onClose }: SimActionsProps & { onClose: () => void }) {
  const confirm = useConfirm();
  const edit = useEndpointMutation(sims.editCommunicationPlan, {
    success: ({ outcome }) =>
      outcome === 'done'
        ? 'The carrier has changed the communication plan'
        : 'The carrier will change the communication plan',
    refreshes,
  });
  const form = useForm({
    schema: Plan,
    initial: {},
    onSubmit: async ({ plan }) => {
      const sure = await confirm({
        title: `Change the plan of SIM ${iccid} to ${plan}?`,
        consequence: 'The carrier bills the SIM by its plan.',
        actionLabel: 'Change plan',
        ...ACTIONS.changePlan,
      });
      if (!sure) return false;
      await edit.submit({ UnitSerNum: unit.UnitSerNum, slot, iccid, plan });
      return onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      size="sm"
      title={`Communication plan of SIM ${iccid}`}
      submitLabel="Ask the carrier"
    >
      <TextField label="Plan" {...form.field('plan')} help="The name of the plan at the carrier." />
    </FormDialog>
  );
}
