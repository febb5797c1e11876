import { Flex } from '@chakra-ui/react';
import { caregivers } from '#core/caregivers/contract.ts';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { StaleMark } from '#web/components/status/stale-mark.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { AssignedCaregivers } from './assigned-caregivers.tsx';
import { CustomerPanel } from './customer-panel.tsx';

/** The customer of a unit and the caregivers who are assigned to it. */
export function CaregiversTab({ UnitSerNum }: { UnitSerNum: string }) {
  // Customers are hidden from some people who look after units. They see whether there is one.
  const mayReadCustomer = useMay(caregivers.customer.access);
  const customer = useEndpoint(caregivers.customer, mayReadCustomer ? { UnitSerNum } : null);
  const attached = useEndpoint(caregivers.isAttached, mayReadCustomer ? null : { id: UnitSerNum });
  const list = useEndpoint(caregivers.list, { id: UnitSerNum });
  const failed = [customer, attached, list].find(({ error }) => error !== undefined);
  const isValidating = customer.isValidating || attached.isValidating || list.isValidating;
  const staleSince = customer.staleSince ?? attached.staleSince ?? list.staleSince;
  const retry = () => {
    void customer.mutate();
    void attached.mutate();
    void list.mutate();
  };

  if (!(customer.data ?? attached.data) || !list.data) {
    if (failed?.error && !isValidating)
      return <ErrorState title="The caregivers could not be loaded" failure={failed.error} onRetry={retry} />;
    return (
      <Loading label="Loading the caregivers">
        <TextSkeleton lines={6} />
      </Loading>
    );
  }
  const shown = customer.data?.caregiverCustomer[0];
  const hasCustomer = shown !== undefined || attached.data?.attached === true;
  return (
    <Flex direction="column" gap="4">
      {staleSince && <StaleMark since={staleSince} onRetry={retry} retrying={isValidating} />}
      {mayReadCustomer && <CustomerPanel UnitSerNum={UnitSerNum} customer={shown} assigned={list.data.assigned} />}
      <AssignedCaregivers UnitSerNum={UnitSerNum} hasCustomer={hasCustomer} assigned={list.data.assigned} />
    </Flex>
  );
}
