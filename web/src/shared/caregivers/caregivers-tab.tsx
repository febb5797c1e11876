import { Flex } from '@chakra-ui/react';
import { caregivers } from '#core/caregivers/contract.ts';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { StaleMark } from '#web/components/status/stale-mark.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { AssignedCaregivers } from './assigned-caregivers.tsx';
import { CustomerPanel } from './customer-panel.tsx';

/** The customer of a unit and the caregivers who are assigned to it. */
export function CaregiversTab({ UnitSerNum }: { UnitSerNum: string }) {
  const customer = useEndpoint(caregivers.customer, { UnitSerNum });
  const list = useEndpoint(caregivers.list, { id: UnitSerNum });
  const { error } = customer.error ? customer : list;
  const isValidating = customer.isValidating || list.isValidating;
  const staleSince = customer.staleSince ?? list.staleSince;
  const retry = () => {
    void customer.mutate();
    void list.mutate();
  };

  if (!customer.data || !list.data) {
    if (error && !isValidating)
      return <ErrorState title="The caregivers could not be loaded" description={error.message} onRetry={retry} />;
    return (
      <Loading label="Loading the caregivers">
        <TextSkeleton lines={6} />
      </Loading>
    );
  }
  const [shown] = customer.data.caregiverCustomer;
  return (
    <Flex direction="column" gap="4">
      {staleSince && <StaleMark since={staleSince} onRetry={retry} retrying={isValidating} />}
      <CustomerPanel UnitSerNum={UnitSerNum} customer={shown} assigned={list.data.assigned} />
      <AssignedCaregivers UnitSerNum={UnitSerNum} hasCustomer={shown !== undefined} assigned={list.data.assigned} />
    </Flex>
  );
}
