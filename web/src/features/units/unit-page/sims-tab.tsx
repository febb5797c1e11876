import { Button, chakra, Flex, Grid } from '@chakra-ui/react';
import { CardSim, RefreshCw, RotateCcw } from 'lucide-react';
import { CARRIER_NAMES } from '#core/sims/carrier.ts';
import { sims } from '#core/sims/contract.ts';
import type { Unit } from '#core/units/unit.ts';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { KeyValueSkeleton, Loading } from '#web/components/states/skeletons.tsx';
import { StaleMark } from '#web/components/status/stale-mark.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { CarrierRequests } from './carrier-requests.tsx';
import { ChangeCarrier, MarkedSim } from './change-carrier.tsx';
import { SimSlotPanel } from './sim-slot-panel.tsx';

/** The SIMs of a unit: the carriers' answers beside the stored state. */
export function SimsTab({ unit }: { unit: Unit }) {
  const { UnitSerNum } = unit;
  const { data, error, isValidating, mutate, staleSince } = useEndpoint(
    sims.simData,
    { id: UnitSerNum },
    { revalidateOnFocus: false },
  );
  const mayRead = useMay(sims.requests.access);
  const retry = () => void mutate();

  if (!data && error && !isValidating) {
    return <ErrorState title="The SIMs could not be read" failure={error} onRetry={retry} retrying={isValidating} />;
  }
  if (!data) return <SimsSkeleton unit={unit} />;
  if (!data.slot1 && !data.slot2) {
    return <EmptyState icon={CardSim} title="There is no SIM in this unit" description="Its slots are empty." />;
  }
  return (
    <Flex direction="column" gap="4">
      <Flex align="center" gap="3" wrap="wrap" minH="9">
        <StatusBadge
          tone={data.dualSimReady ? 'ok' : 'muted'}
          label={data.dualSimReady ? 'Ready to change carriers' : 'Not ready to change carriers'}
        />
        {staleSince && <StaleMark since={staleSince} onRetry={retry} retrying={isValidating} />}
        <chakra.span ms="auto" />
        <ChangeCarrier unit={unit} data={data} />
        <Button variant="outline" onClick={retry} loading={isValidating} loadingText="Asking the carriers">
          <RefreshCw size={15} aria-hidden />
          Refresh from carrier
        </Button>
      </Flex>
      <MarkedSim unit={unit} data={data} />
      <Grid gap="4" templateColumns="repeat(auto-fit, minmax(min(100%, 22rem), 1fr))" alignItems="start">
        {([1, 2] as const).map((slot) => {
          const content = slot === 1 ? data.slot1 : data.slot2;
          return content ? (
            <SimSlotPanel
              key={slot}
              unit={unit}
              slot={slot}
              content={content}
              onRetry={retry}
              retrying={isValidating}
            />
          ) : (
            <EmptySlot key={slot} slot={slot} />
          );
        })}
      </Grid>
      {mayRead && <CarrierRequests UnitSerNum={UnitSerNum} />}
    </Flex>
  );
}

const EmptySlot = ({ slot }: { slot: 1 | 2 }) => (
  <chakra.section
    aria-label={`Slot ${slot}`}
    borderWidth="1px"
    borderStyle="dashed"
    borderRadius="l3"
    px="4"
    py="3.5"
    color="fg.muted"
  >
    <chakra.h2 textStyle="sectionTitle" color="fg">{`Slot ${slot}`}</chakra.h2>
    There is no SIM in this slot.
  </chakra.section>
);

/** The stored state shows at once, the carriers' answers later. */
function SimsSkeleton({ unit }: { unit: Unit }) {
  const carriers = [unit.ICCID1Carrier, unit.ICCID2Carrier].flatMap((carrier) =>
    carrier === undefined ? [] : CARRIER_NAMES[carrier],
  );
  return (
    <Flex direction="column" gap="4">
      <Flex align="center" gap="2" minH="9" color="fg.muted">
        <RotateCcw size={15} aria-hidden />
        {`Asking ${carriers.length > 0 ? carriers.join(' and ') : 'the carriers'}`}
      </Flex>
      <Loading label="Asking the carriers">
        <Grid gap="4" templateColumns="repeat(auto-fit, minmax(min(100%, 22rem), 1fr))">
          <KeyValueSkeleton rows={8} />
          <KeyValueSkeleton rows={8} />
        </Grid>
      </Loading>
    </Flex>
  );
}
