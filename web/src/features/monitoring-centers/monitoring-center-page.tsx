import { chakra, Flex, Text } from '@chakra-ui/react';
import { PhoneCall } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { holding } from '#core/access.ts';
import { digitsOf } from '#core/auth/phone-number.ts';
import { alarmCountOf } from '#core/monitoring-centers/board.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { units } from '#core/units/contract.ts';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { TextLink } from '#web/components/text/text-link.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { AlarmBoard } from './alarm-board.tsx';
import { AlarmsBesideCall } from './alarms-beside-call.tsx';
import { callAt, recentEventsInput } from './call-address.ts';
import { CallerField } from './caller-field.tsx';
import { RecentEvents } from './recent-events.tsx';

export const firstReads: FirstReads = (parameters) => {
  const { phoneNumber, allDays } = callAt(parameters);
  return phoneNumber === ''
    ? [readOf(monitoringCenters.operatorBoard, {})]
    : [
        readOf(monitoringCenters.recentEvents, recentEventsInput(phoneNumber, allDays)),
        readOf(monitoringCenters.operatorBoard, {}),
      ];
};

/** The view of a monitoring centre: the unit that a call comes from and its recent events, and without a call the open alarms. Staff see a link to the unit. */
export default function MonitoringCentrePage() {
  const { phoneNumber, allDays } = callAt(useSearchParams()[0]);
  const maySeeEvents = useMay(monitoringCenters.recentEvents.access);
  const maySearch = useMay(units.quickSearch.access);
  return (
    <Flex direction="column" gap="5" p={{ base: '4', md: '6' }} maxW="60rem">
      <PageHeader title="Monitoring centre" {...(phoneNumber && { description: `Call from ${phoneNumber}` })} />
      <CallerField key={phoneNumber} phoneNumber={phoneNumber} />
      {phoneNumber === '' && maySeeEvents && (
        <>
          <Text color="fg.muted">
            <chakra.strong fontWeight="600" color="fg">
              No call is open
            </chakra.strong>
            . Your call-handling system opens this view with the number of the caller. You can also enter the number
            above.
          </Text>
          <chakra.section aria-label="Open alarms" display="grid" gap="2">
            <AlarmsHeading />
            <AlarmBoard />
          </chakra.section>
        </>
      )}
      {phoneNumber === '' && !maySeeEvents && (
        <EmptyState
          icon={PhoneCall}
          title="No call is open"
          description="Your call-handling system opens this view with the number of the caller. You can also enter the number above."
        />
      )}
      {phoneNumber !== '' && maySeeEvents && (
        <>
          <AlarmsBesideCall />
          <RecentEvents phoneNumber={phoneNumber} allDays={allDays} />
        </>
      )}
      {phoneNumber !== '' && !maySeeEvents && maySearch && <FoundUnits phoneNumber={phoneNumber} />}
    </Flex>
  );
}

function AlarmsHeading() {
  const { data } = useEndpoint(monitoringCenters.operatorBoard, {});
  return (
    <Flex gap="2.5">
      <chakra.h2 textStyle="sectionTitle">Open alarms</chakra.h2>
      <chakra.span color="fg.muted">{data && alarmCountOf(data)?.toLocaleString('en')}</chakra.span>
    </Flex>
  );
}

/** What engineers open from the view of a call. */
const LOGS = [
  { label: 'Event log', to: (UnitSerNum: string) => paths.eventLog({ unit: UnitSerNum }) },
  { label: 'TCP message log', to: (UnitSerNum: string) => paths.tcpMessageLog({ UnitSerNum }) },
  { label: 'Debug log', to: (UnitSerNum: string) => paths.debugLog({ UnitSerNum }) },
];

function FoundUnits({ phoneNumber }: { phoneNumber: string }) {
  const isEngineer = useMay(holding('ENGINEER'));
  const searchText = digitsOf(phoneNumber);
  const { data } = useEndpoint(units.quickSearch, searchText.length < 3 ? null : { searchText });
  if (!data) return null;
  if (data.found.length === 0)
    return (
      <EmptyState icon={PhoneCall} title="No results found" description={`No unit has the number ${phoneNumber}.`} />
    );
  return (
    <chakra.ul display="grid" gap="2" maxW="40rem">
      {data.found.map(({ UnitSerNum, UnitModel, DealerName }) => (
        <chakra.li key={UnitSerNum} borderWidth="1px" borderRadius="l2" p="3">
          <TextLink to={paths.unit(UnitSerNum)}>{UnitSerNum}</TextLink>
          <Text color="fg.muted" textStyle="xs">
            {UnitModel} · {DealerName}
          </Text>
          {isEngineer && (
            <Flex gap="3" wrap="wrap" mt="2" textStyle="xs">
              {LOGS.map(({ label, to }) => (
                <TextLink key={label} to={to(UnitSerNum)}>
                  {label}
                </TextLink>
              ))}
            </Flex>
          )}
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
