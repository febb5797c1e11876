import { Box, chakra, Text } from '@chakra-ui/react';
import { PhoneCall } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { digitsOf } from '#core/auth/phone-number.ts';
import { units } from '#core/units/contract.ts';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useMay } from '#web/lib/session/session.tsx';

/** The view of a monitoring centre: the unit that a call comes from. */
export default function MonitoringCentrePage() {
  const [query] = useSearchParams();
  const phoneNumber = query.get('phoneNumber') ?? '';
  const maySearch = useMay(units.quickSearch.access);
  return (
    <Box p={{ base: '4', md: '6' }}>
      <PageHeader title="Monitoring centre" {...(phoneNumber && { description: `Call from ${phoneNumber}` })} />
      {phoneNumber === '' ? (
        <EmptyState
          icon={PhoneCall}
          title="No call is open"
          description="Your call-handling system opens this view with the number of the caller."
        />
      ) : maySearch ? (
        <FoundUnits phoneNumber={phoneNumber} />
      ) : (
        <EmptyState
          icon={PhoneCall}
          title={`Call from ${phoneNumber}`}
          description="You are signed in. The caller's unit will be shown here."
        />
      )}
    </Box>
  );
}

function FoundUnits({ phoneNumber }: { phoneNumber: string }) {
  const searchText = digitsOf(phoneNumber);
  const { data } = useEndpoint(units.quickSearch, searchText.length < 3 ? null : { searchText });
  if (!data) return null;
  if (data.found.length === 0)
    return (
      <EmptyState icon={PhoneCall} title="No results found" description={`No unit has the number ${phoneNumber}.`} />
    );
  return (
    <chakra.ul mt="4" display="grid" gap="2" maxW="40rem">
      {data.found.map(({ UnitSerNum, UnitModel, DealerName }) => (
        <chakra.li key={UnitSerNum} borderWidth="1px" borderRadius="l2" p="3">
          <chakra.span fontWeight="600" color="accent.fg" asChild>
            <Link to={paths.unit(UnitSerNum)}>{UnitSerNum}</Link>
          </chakra.span>
          <Text color="fg.muted" textStyle="xs">
            {UnitModel} · {DealerName}
          </Text>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
