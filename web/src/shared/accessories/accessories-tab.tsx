import { Flex } from '@chakra-ui/react';
import { accessories } from '#core/accessories/contract.ts';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { StaleMark } from '#web/components/status/stale-mark.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { AccessoryLists } from './accessory-lists.tsx';

/** The unit reports what it has done some time after its ping. */
const REFRESH_MS = 20_000;

/** The RF devices and the Bluetooth devices of a unit. */
export function AccessoriesTab({ UnitSerNum }: { UnitSerNum: string }) {
  const refresh = { refreshInterval: REFRESH_MS };
  const rf = useEndpoint(accessories.rfDevices, { id: UnitSerNum }, refresh);
  const bluetooth = useEndpoint(accessories.bluetoothDevices, { UnitSerNum }, refresh);
  const { error } = rf.error ? rf : bluetooth;
  const isValidating = rf.isValidating || bluetooth.isValidating;
  const staleSince = rf.staleSince ?? bluetooth.staleSince;
  const retry = () => {
    void rf.mutate();
    void bluetooth.mutate();
  };

  if (!rf.data || !bluetooth.data) {
    if (error && !isValidating)
      return <ErrorState title="The accessories could not be loaded" failure={error} onRetry={retry} />;
    return (
      <Loading label="Loading the accessories">
        <TextSkeleton lines={6} />
      </Loading>
    );
  }
  return (
    <Flex direction="column" gap="5">
      {staleSince && <StaleMark since={staleSince} onRetry={retry} retrying={isValidating} />}
      <AccessoryLists rf={rf.data} bluetooth={bluetooth.data} />
    </Flex>
  );
}
