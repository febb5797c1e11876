import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { alarmWords, type BoardEntry, type Incident, type OpenAlarm } from '#core/monitoring-centers/board.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { UNIT_READERS } from '#core/units/access.ts';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { StaleMark } from '#web/components/status/stale-mark.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { ExactTime, RelativeTime } from '#web/components/text/relative-time.tsx';
import { TextLink } from '#web/components/text/text-link.tsx';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { AlarmBar } from './alarm-bar.tsx';
import { NewAlarms } from './new-alarms.tsx';
import { newestOf, useBoard } from './use-board.ts';

const { board, operatorBoard } = monitoringCenters;

/** The open alarms: escalated ones first, then the oldest. */
export function AlarmBoard() {
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  const isOperator = useMay(operatorBoard.access);
  // The first page reads it.
  const { data } = useEndpoint<typeof board | typeof operatorBoard>(isOperator ? operatorBoard : board, {});
  return (
    <Flex direction="column" gap="3">
      <NewAlarms newestAt={newestOf(data)} />
      {cursors.map((cursor, index) => (
        <BoardPage
          key={cursor ?? ''}
          asked={{ ...(cursor !== undefined && { cursor }) }}
          isFirst={index === 0}
          onMore={index === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined}
        />
      ))}
    </Flex>
  );
}

interface BoardPageProps {
  asked: { cursor?: string; incident?: string };
  isFirst: boolean;
  /** Shows the next page. Absent if it is shown. */
  onMore: ((cursor: string) => void) | undefined;
}

function BoardPage({ asked, isFirst, onMore }: BoardPageProps) {
  const { data, error, isValidating, mutate, staleSince } = useBoard(asked);
  const retry = () => void mutate();
  if (!data && error)
    return <ErrorState title="The alarms could not be read" failure={error} onRetry={retry} retrying={isValidating} />;
  if (!data)
    return (
      <Loading label="Reading the open alarms">
        <TextSkeleton lines={4} />
      </Loading>
    );
  const { items, cursor } = data;
  if (items.length === 0 && isFirst && cursor === null)
    return <EmptyState icon={CircleCheck} title="No alarm is open" description="A new alarm appears here by itself." />;
  return (
    <>
      {staleSince && <StaleMark since={staleSince} onRetry={retry} retrying={isValidating} />}
      {items.length > 0 && (
        <chakra.ol
          aria-label={asked.incident === undefined ? 'Open alarms' : 'Alarms of the incident'}
          borderWidth="1px"
          borderRadius="l2"
          bg="bg.panel"
          overflow="hidden"
        >
          {items.map((entry) => (
            <Entry key={entryKey(entry)} entry={entry} />
          ))}
        </chakra.ol>
      )}
      {cursor !== null && onMore && (
        <Button variant="outline" size="sm" alignSelf="flex-start" onClick={() => onMore(cursor)}>
          Show more alarms
        </Button>
      )}
    </>
  );
}

const keyOf = ({ UnitSerNum, timeStamp, sequence }: OpenAlarm) => `${UnitSerNum} ${timeStamp} ${sequence}`;
const entryKey = ({ incident, alarms }: BoardEntry) => incident?.keys[0] ?? keyOf(alarms[0]!);

const Entry = ({ entry: { incident, alarms } }: { entry: BoardEntry }) => (
  <chakra.li px="4" py="2.5" css={{ '& + li': { borderTopWidth: '1px' } }}>
    {incident ? <IncidentRow incident={incident} /> : <AlarmRow alarm={alarms[0]!} />}
  </chakra.li>
);

function IncidentRow({ incident: { keys, eventType, begunAt, escalated, count, more } }: { incident: Incident }) {
  const [open, setOpen] = useState(false);
  const number = `${count.toLocaleString('en')}${more ? ' or more' : ''} alarms`;
  return (
    <Flex direction="column" gap="2">
      <Flex align="center" columnGap="3" rowGap="1" wrap="wrap">
        <StatusBadge tone="danger" label={`Incident: ${number}`} />
        {escalated && <StatusBadge tone="warning" label="Not handled in time" look="plain" />}
        <chakra.span flex="1" minW="10rem">
          {alarmWords(eventType)}
        </chakra.span>
        <chakra.span color="fg.muted" textStyle="xs">
          {'Since '}
          <ExactTime at={begunAt} seconds={false} />
        </chakra.span>
        <Button
          size="sm"
          variant="outline"
          aria-expanded={open}
          aria-label={`${open ? 'Hide' : 'Show'} the units: ${number}`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide the units' : 'Show the units'}
        </Button>
      </Flex>
      {open && keys.map((key) => <IncidentAlarms key={key} incident={key} />)}
    </Flex>
  );
}

/** The alarms of an incident within a minute, a page at a time. */
function IncidentAlarms({ incident }: { incident: string }) {
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return cursors.map((cursor, index) => (
    <BoardPage
      key={cursor ?? ''}
      asked={{ incident, ...(cursor !== undefined && { cursor }) }}
      isFirst={false}
      onMore={index === cursors.length - 1 ? (next) => setCursors([...cursors, next]) : undefined}
    />
  ));
}

const AlarmRow = ({ alarm }: { alarm: OpenAlarm }) => (
  <Flex direction="column" gap="1.5">
    <Flex align="baseline" columnGap="3" rowGap="0.5" wrap="wrap">
      <StatusBadge tone="danger" label={alarmWords(alarm.eventType)} look="plain" />
      {alarm.escalatedAt !== undefined && (
        <StatusBadge tone="warning" label="Escalated: not handled in time" look="plain" />
      )}
      <chakra.span flex="1" />
      <chakra.span textStyle="xs" color="fg.muted">
        {'Raised '}
        <RelativeTime at={alarm.timeStamp} focusable />
      </chakra.span>
    </Flex>
    <Text color="fg.muted" overflowWrap="anywhere">
      <UnitLink alarm={alarm} />
      {[
        '',
        alarm.unitID,
        alarm.UnitModel,
        alarm.DealerName,
        ...(alarm.zone === undefined ? [] : [`Zone ${alarm.zone}`]),
      ]
        .filter((part, index) => index === 0 || part !== '')
        .join(' · ')}
    </Text>
    <AlarmBar event={alarm} alarm={alarm.alarm} />
  </Flex>
);

/** Operators open the view of a call, staff the page of the unit. */
function UnitLink({ alarm: { UnitSerNum, phoneNumber } }: { alarm: OpenAlarm }) {
  const isOperator = useMay(operatorBoard.access);
  const mayOpen = useMay(UNIT_READERS);
  const to = isOperator
    ? phoneNumber && paths.monitoringCentre(phoneNumber)
    : mayOpen
      ? paths.unit(UnitSerNum)
      : undefined;
  return to ? <TextLink to={to}>{UnitSerNum}</TextLink> : UnitSerNum;
}
