import { chakra, Flex, Text } from '@chakra-ui/react';
import { CalendarClock, PhoneOff } from 'lucide-react';
import { isAlarm } from '#core/history/alarm.ts';
import { unitEventsTopic } from '#core/monitoring-centers/alarm.ts';
import { alarmWords } from '#core/monitoring-centers/board.ts';
import { monitoringCenters, type RecentEvent } from '#core/monitoring-centers/contract.ts';
import { hasVoiceControl } from '#core/monitoring-centers/voice.ts';
import { SECOND } from '#core/time.ts';
import { fullUnitID } from '#core/units/unit.ts';
import { LinkTabs } from '#web/components/page/link-tabs.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { StaleMark } from '#web/components/status/stale-mark.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { ExactTime, RelativeTime } from '#web/components/text/relative-time.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { useTopic } from '#web/lib/live/live.ts';
import { withQuery } from '#web/lib/page/paths.ts';
import { AlarmBar } from './alarm-bar.tsx';
import { recentEventsInput } from './call-address.ts';
import { Deliveries } from './deliveries.tsx';
import { VoiceControl } from './voice-control.tsx';

/** In case the live connection is down. */
const REFRESH_MS = 15 * SECOND;

/** The unit that a call comes from, and what it reported. */
export function RecentEvents({ phoneNumber, allDays }: { phoneNumber: string; allDays: boolean }) {
  const { data, error, isValidating, mutate, staleSince } = useEndpoint(
    monitoringCenters.recentEvents,
    recentEventsInput(phoneNumber, allDays),
    { refreshInterval: REFRESH_MS },
  );
  const retry = () => void mutate();
  if (!data && error) {
    return <ErrorState title="The events could not be read" failure={error} onRetry={retry} retrying={isValidating} />;
  }
  if (!data) {
    return (
      <Loading label="Reading the events">
        <TextSkeleton lines={6} />
      </Loading>
    );
  }
  if (data.units.length === 0) {
    return (
      <EmptyState
        icon={PhoneOff}
        title="No results found"
        description={`No unit has the number ${phoneNumber}. Check the number, or enter another one above.`}
      />
    );
  }
  const tabs = [
    { id: 'day', label: 'Last 24 hours', to: withQuery('', { phoneNumber }) },
    { id: 'month', label: 'Last 31 days', to: withQuery('', { phoneNumber, days: 31 }) },
  ];
  return (
    <Flex direction="column" gap="4">
      {data.units.map(({ UnitSerNum }) => (
        <UnitNews key={UnitSerNum} UnitSerNum={UnitSerNum} onNews={retry} />
      ))}
      <chakra.ul display="grid" gap="2" aria-label="Units with this number">
        {data.units.map((unit) => (
          <chakra.li key={unit.UnitSerNum} borderWidth="1px" borderRadius="l2" bg="bg.panel" px="4" py="3">
            <Text fontWeight="600" textStyle="identifier">
              {[unit.UnitSerNum, fullUnitID(unit)].filter(Boolean).join(' · ')}
            </Text>
            <Text color="fg.muted">{`${unit.UnitModel} · ${unit.DealerName}`}</Text>
            {hasVoiceControl(unit.UnitModel) && data.events.some((event) => isMineOf(event, unit.UnitSerNum)) && (
              <VoiceControl unit={unit} />
            )}
          </chakra.li>
        ))}
      </chakra.ul>
      <Flex align="center" gap="3" wrap="wrap">
        <LinkTabs label="Events" tabs={tabs} active={allDays ? 'month' : 'day'} />
        {staleSince && <StaleMark since={staleSince} onRetry={retry} retrying={isValidating} />}
      </Flex>
      {data.events.length === 0 ? (
        <EmptyState
          icon={CalendarClock}
          title={allDays ? 'No event in the last 31 days' : 'No event in the last 24 hours'}
          description="What the unit reports appears here by itself."
        />
      ) : (
        <chakra.ol aria-label="Recent events" borderWidth="1px" borderRadius="l2" bg="bg.panel" overflow="hidden">
          {data.events.map((event) => (
            <EventRow key={`${event.UnitSerNum} ${event.timeStamp} ${event.sequence}`} event={event} />
          ))}
        </chakra.ol>
      )}
      {data.more && <Text color="fg.muted">The latest events and the open alarms are shown.</Text>}
    </Flex>
  );
}

/** Returns true for an open alarm of the unit that the operator has. */
const isMineOf = ({ UnitSerNum, alarm }: RecentEvent, unit: string) =>
  UnitSerNum === unit && alarm?.isMine === true && alarm.closedAt === undefined;

/** Reads the events again when the unit reports one, or somebody handles one. */
function UnitNews({ UnitSerNum, onNews }: { UnitSerNum: string; onNews: () => void }) {
  useTopic(unitEventsTopic(UnitSerNum), onNews, { onGap: onNews });
  return null;
}

const EventRow = ({ event }: { event: RecentEvent }) => (
  <chakra.li
    display="flex"
    alignItems="baseline"
    gap="3"
    flexWrap="wrap"
    px="4"
    py="2"
    css={{ '& + li': { borderTopWidth: '1px' } }}
  >
    <chakra.span color="fg.muted" minW="6rem">
      <RelativeTime at={event.timeStamp} />
    </chakra.span>
    {isAlarm(event) ? (
      <StatusBadge tone="danger" label={alarmWords(event.eventType)} look="plain" />
    ) : (
      <chakra.span>{event.eventType}</chakra.span>
    )}
    {/* On a phone a line of its own: beside the type it would be a column of a few letters. */}
    <chakra.span
      color="fg.muted"
      flex={event.detail === undefined ? '1' : { base: '1 1 100%', md: '1' }}
      minW="0"
      overflowWrap="anywhere"
    >
      {[event.test && 'Test', event.zone !== undefined && `Zone ${event.zone}`, event.detail]
        .filter(Boolean)
        .join(' · ')}
    </chakra.span>
    <chakra.span color="fg.muted" textStyle="xs">
      <ExactTime at={event.timeStamp} />
    </chakra.span>
    {event.deliveries && <Deliveries deliveries={event.deliveries} />}
    {event.alarm && <AlarmBar event={event} alarm={event.alarm} />}
  </chakra.li>
);
