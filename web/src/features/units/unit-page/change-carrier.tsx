import { Button, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { isActiveSim } from '#core/sims/active-sim.ts';
import { CARRIER_NAMES } from '#core/sims/carrier.ts';
import { sims } from '#core/sims/contract.ts';
import { NOT_DUAL_SIM_READY } from '#core/sims/dual-sim.ts';
import { unitActors } from '#core/unit-actions/access.ts';
import { DEFAULT_UNIT_MODEL, type Unit } from '#core/units/unit.ts';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import type { Output } from '#web/lib/api/api.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { ChangeCarrierDialog } from './change-carrier-dialog.tsx';

type SimData = Output<typeof sims.simData>;

/** Offers the other carrier of a unit with two SIMs. */
export function ChangeCarrier({ unit, data }: { unit: Unit; data: SimData }) {
  const [open, setOpen] = useState(false);
  const mayGive = useMay(unitActors);
  const { slot1, slot2, dualSimReady } = data;
  if (!mayGive || unit.UnitModel !== DEFAULT_UNIT_MODEL || !slot1 || !slot2) return null;
  const [from, to] = isActiveSim(unit, 2) ? [slot2, slot1] : [slot1, slot2];
  if (from.carrier === to.carrier) return null;
  return (
    <>
      <DisabledReason reason={dualSimReady ? undefined : NOT_DUAL_SIM_READY}>
        <Button variant="outline" onClick={() => setOpen(true)}>
          Change carrier
        </Button>
      </DisabledReason>
      {open && <ChangeCarrierDialog unit={unit} from={from} to={to} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Says that a SIM is to be deactivated, and lets people take that back. */
export function MarkedSim({ unit, data }: { unit: Unit; data: SimData }) {
  const mayEdit = useMay(sims.deactivateOnStartUp.access);
  const withdraw = useEndpointMutation(sims.deactivateOnStartUp, {
    success: 'The SIM stays as it is',
    refreshes: [sims.simData],
  });
  const { deactivateOnStartUp: marked } = data;
  if (!marked) return null;
  const slot = [data.slot1, data.slot2].find((one) => one?.iccid === marked.iccid);
  const name = slot ? `The SIM of ${CARRIER_NAMES[slot.carrier]}` : `SIM ${marked.iccid}`;
  return (
    <Flex role="status" align="center" gap="3" wrap="wrap" px="4" py="2.5" borderRadius="l3" bg="notice.subtle">
      <span>
        {`${name} is deactivated after the unit has logged in over its other one. ${marked.userName} asked for it on `}
        <ExactTime at={marked.askedAt} seconds={false} />
      </span>
      {mayEdit && (
        <Button
          size="xs"
          variant="outline"
          ms="auto"
          loading={withdraw.isMutating}
          onClick={() =>
            void withdraw.trigger({
              ...{ UnitSerNum: unit.UnitSerNum, iccid: marked.iccid },
              ...{ deactivate: false, acknowledged: [] },
            })
          }
        >
          Keep the SIM
        </Button>
      )}
    </Flex>
  );
}
