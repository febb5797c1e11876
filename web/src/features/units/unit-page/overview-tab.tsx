import { chakra, Flex, Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { Ping } from '#core/history/ping.ts';
import { DETAIL_REMINDERS } from '#core/reminders/next-reminders.ts';
import { REMINDER_MESSAGES } from '#core/reminders/reminder.ts';
import { shortDay } from '#core/shown-time.ts';
import { isRemoteLogOn } from '#core/unit-actions/remote-log.ts';
import { shownFirmware, type Unit } from '#core/units/unit.ts';
import { isTcpFailing } from '#core/units/verdict.ts';
import { useNow } from '#web/components/hooks/use-now.ts';
import { type KeyValue, KeyValueList } from '#web/components/page/key-value-list.tsx';
import { ExactTime, RelativeTime } from '#web/components/text/relative-time.tsx';
import { TextLink } from '#web/components/text/text-link.tsx';
import { useTimeStyle } from '#web/components/text/time-style.tsx';
import { Aged, useStaleReadings } from '../aged.tsx';
import { ReportSwitch } from '../report-switch.tsx';
import { LoginPanel } from './login-panel.tsx';
import { Panel } from './panel.tsx';
import { Sparkline } from './sparkline.tsx';
import type { UnitAnswer } from './unit-news.ts';
import { tabSearch } from './unit-tabs.ts';

interface OverviewTabProps {
  answer: UnitAnswer;
  /** The dealer's names for its two own fields. */
  customLabels: readonly [string, string];
}

/** The latest pings of the unit and its settings. */
export function OverviewTab({ answer, customLabels }: OverviewTabProps) {
  const { Unit: unit, UnitDetailTable: detail, recentPings } = answer;
  const settings: KeyValue[] = [
    { label: 'Reporting', value: <ReportSwitch unit={unit} labelled /> },
    { label: 'Updates over the air', value: unit.AllowOTAUpdate === 1 ? 'Allowed' : 'Not allowed' },
    { label: 'Connect by SMS', value: detail.AllowSMSConnect === '1' ? 'Allowed' : 'Not allowed' },
    {
      label: 'Remote log',
      value: isRemoteLogOn(detail.RemoteLog, Date.now()) ? <RemoteLog until={detail.RemoteLog} /> : 'Off',
    },
    { label: 'Vitals', value: detail.vitalsPatient && `${detail.vitalsPatient} at ${detail.vitalsPortal}` },
    { label: 'New battery', value: detail.newBattery && <NewBattery {...detail.newBattery} /> },
    { label: 'Failed connections', value: <FailedConnections count={detail.tcpFail} /> },
    { label: 'Failed downloads', value: detail.downloadFail === 0 ? 'None' : detail.downloadFail },
  ];
  const reminders = DETAIL_REMINDERS.flatMap((kind): KeyValue[] => {
    const at = detail[kind];
    return at === undefined ? [] : [{ label: REMINDER_MESSAGES[kind], value: <ExactTime at={at} seconds={false} /> }];
  });
  const make: KeyValue[] = [
    { label: 'ClearComm', value: unit.ClearCommVer },
    { label: 'Profile firmware', value: unit.PTUnitFirmVer && shownFirmware(unit.PTUnitFirmVer) },
    { label: customLabels[0], value: unit.Custom1 },
    { label: customLabels[1], value: unit.Custom2 },
  ];
  return (
    <Flex direction="column" gap="6">
      <RecentPings unit={unit} pings={recentPings} />
      <Grid gap="6" templateColumns="repeat(auto-fit, minmax(min(100%, 16rem), 1fr))" alignItems="start">
        <Panel title="Settings">
          <KeyValueList items={settings} />
        </Panel>
        <LoginPanel answer={answer} />
        {detail.myHubStatus !== undefined && (
          <Panel title="Hub">
            <KeyValueList items={hubOf(detail)} />
          </Panel>
        )}
        {reminders.length > 0 && (
          <Panel title="Next reminders">
            <KeyValueList items={reminders} />
          </Panel>
        )}
        <Panel title="Software and profile">
          <KeyValueList items={make} />
        </Panel>
      </Grid>
    </Flex>
  );
}

const hubOf = (detail: UnitAnswer['UnitDetailTable']): KeyValue[] => [
  { label: 'State', value: detail.myHubStatus },
  { label: 'MAC address', value: detail.myHubMACAddress },
  { label: 'Device type', value: detail.myHubDevType },
  { label: 'Firmware', value: detail.myHubFirmVer },
];

const RemoteLog = ({ until }: { until: string }) => (
  <span>
    {'On until '}
    <ExactTime at={until} seconds={false} />
  </span>
);

const NewBattery = ({ at, awaitsData }: NonNullable<UnitAnswer['UnitDetailTable']['newBattery']>) => (
  <span>
    <ExactTime at={at} seconds={false} />
    {awaitsData && '. Its data come with the next ping'}
  </span>
);

const FailedConnections = ({ count }: { count: number }) => (
  <chakra.span
    color={isTcpFailing(count) ? 'danger.fg' : undefined}
    fontWeight={isTcpFailing(count) ? '600' : undefined}
  >
    {count === 0 ? 'None' : `${count} in a row`}
  </chakra.span>
);

const SHOWN = 5;

/** Battery and signal over the last pings, and the pings one by one. */
function RecentPings({ unit, pings }: { unit: Unit; pings: readonly Ping[] }) {
  const stale = useStaleReadings(unit);
  const oldestFirst = pings.toReversed();
  const charges = oldestFirst.flatMap(({ chargedPercent }) => chargedPercent ?? []);
  const bars = oldestFirst.flatMap(({ bars: each }) => each ?? []);
  const all = (
    <TextLink to={tabSearch(unit.UnitSerNum, 'pings')} textStyle="xs">
      All pings
    </TextLink>
  );
  return (
    <Panel title="Recent pings" aside={pings.length > 0 && all}>
      {pings.length === 0 ? (
        <NoPings since={unit.lastPing?.lastPingTime} />
      ) : (
        <Flex direction="column" gap="4">
          <Aged stale={stale}>
            <Flex gap="6">
              <Trend
                title="Battery"
                value={charges.at(-1)}
                words={percent}
                line={<Sparkline label="Battery at the last pings" values={charges} maximum={100} words={percent} />}
              />
              <Trend
                title="Signal"
                value={bars.at(-1)}
                words={barWords}
                line={<Sparkline label="Signal at the last pings" values={bars} maximum={5} words={barWords} />}
              />
            </Flex>
          </Aged>
          <PingTable pings={pings.slice(0, SHOWN)} />
        </Flex>
      )}
    </Panel>
  );
}

/** Old pings are deleted before the time of the last one is. */
function NoPings({ since }: { since: string | undefined }) {
  const now = useNow();
  const style = useTimeStyle();
  return (
    <chakra.p color="fg.muted">
      {since === undefined
        ? 'The unit has not pinged yet. Its first ping appears here at once.'
        : `No pings since ${shortDay(new Date(since), now, style)}. The next ping appears here at once.`}
    </chakra.p>
  );
}

const percent = (value: number) => `${value} %`;
const barWords = (value: number) => `${value} of 5`;

interface TrendProps {
  title: string;
  value: number | undefined;
  words: (value: number) => string;
  line: ReactNode;
}

function Trend({ title, value, words, line }: TrendProps) {
  if (value === undefined) return null;
  return (
    <chakra.div flex="1" minW="0">
      <Flex align="baseline" gap="2">
        <chakra.span color="fg.muted" textStyle="xs">
          {title}
        </chakra.span>
        <chakra.span fontWeight="600" textStyle="identifier">
          {words(value)}
        </chakra.span>
      </Flex>
      {line}
    </chakra.div>
  );
}

function PingTable({ pings }: { pings: readonly Ping[] }) {
  return (
    <chakra.div overflowX="auto">
      <chakra.table w="full" textStyle="xs" css={SMALL_TABLE}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Reason</th>
            <th scope="col">Battery</th>
            <th scope="col">Power</th>
            <th scope="col">Signal</th>
          </tr>
        </thead>
        <tbody>
          {pings.map((ping) => (
            <tr key={`${ping.timeStamp} ${ping.sequence}`}>
              <td>
                <RelativeTime at={ping.timeStamp} />
              </td>
              <td>{ping.pingReason}</td>
              <chakra.td color={ping.lowpower ? 'warning.fg' : undefined}>
                {ping.chargedPercent === undefined ? '—' : percent(ping.chargedPercent)}
              </chakra.td>
              <td>{ping.acPower === undefined ? '—' : ping.acPower ? 'Mains' : 'Battery'}</td>
              <td>{ping.bars === undefined ? '—' : `${ping.bars} / 5`}</td>
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </chakra.div>
  );
}

const SMALL_TABLE = {
  fontVariantNumeric: 'tabular-nums',
  '& th': { color: 'fg.muted', fontWeight: '400' },
  '& th, & td': { textAlign: 'start', paddingBlock: '1', paddingInlineEnd: '3', whiteSpace: 'nowrap' },
  '& tbody tr': { borderTopWidth: '1px', borderColor: 'border.subtle' },
} as const;
