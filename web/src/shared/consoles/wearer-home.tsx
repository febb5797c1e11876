import { chakra } from '@chakra-ui/react';
import { House } from 'lucide-react';
import { caregivers } from '#core/caregivers/contract.ts';
import { addressLine } from '#core/caregivers/customer.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useMay } from '#web/lib/session/session.tsx';

/** Where the wearer lives, to compare locations with: the home address of the unit's first customer. Read only while `shown`. */
export function WearerHome({ UnitSerNum, shown }: { UnitSerNum: string; shown: boolean }) {
  const mayRead = useMay(caregivers.customer.access);
  const { data } = useEndpoint(caregivers.customer, shown && mayRead ? { UnitSerNum } : null, {
    revalidateOnFocus: false,
  });
  const customer = data?.caregiverCustomer[0];
  if (!shown || !customer) return null;
  return (
    <chakra.p textStyle="xs" color="fg.muted" display="flex" alignItems="center" gap="2">
      <House size={14} aria-hidden />
      {`Home address: ${addressLine(customer.HomeAddress)}`}
    </chakra.p>
  );
}
