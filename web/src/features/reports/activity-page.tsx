import { Box, Button, Flex, Skeleton } from '@chakra-ui/react';
import { Footprints } from 'lucide-react';
import { useMemo } from 'react';
import {
  ACTIVITY_RANGES,
  type ActiveDay,
  type ActivityRange,
  GRANULARITIES,
  type Granularity,
  type StepsSummary,
} from '#core/reports/activity.ts';
import { reports } from '#core/reports/contract.ts';
import { rangeProblemOf } from '#core/reports/report-days.ts';
import { SerialNumber } from '#core/units/unit.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { DataTable } from '#web/components/data-table/data-table.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { KeyValueList } from '#web/components/page/key-value-list.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { SearchForm } from '#web/components/search/search-form.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { StepsChart } from './steps-chart.tsx';

const FAILED = 'The activity could not be read';
const RANGES = Object.keys(ACTIVITY_RANGES) as ActivityRange[];

/** What the address asks for; undefined without a unit. */
function askedAt(parameters: URLSearchParams) {
  const UnitSerNum = SerialNumber.safeParse(parameters.get('UnitSerNum') ?? '').data;
  if (UnitSerNum === undefined) return undefined;
  const StartDate = parameters.get('StartDate');
  const EndDate = parameters.get('EndDate');
  const days = { ...(StartDate && { StartDate }), ...(EndDate && { EndDate }) };
  return { UnitSerNum, dateOffset: new Date().getTimezoneOffset(), ...days };
}

type Asked = NonNullable<ReturnType<typeof askedAt>>;

/** Why the days are refused; undefined if they are not. Each of them may be absent. */
function problemOf({ StartDate, EndDate }: Asked): string | undefined {
  const [start, end] = [StartDate ?? EndDate, EndDate ?? StartDate];
  return start === undefined || end === undefined ? undefined : rangeProblemOf({ start, end });
}

const viewAt = (parameters: URLSearchParams) => ({
  view: GRANULARITIES.find((view) => view === parameters.get('view')) ?? 'Daily',
  range: RANGES.find((range) => range === parameters.get('range')) ?? '30 days',
});

export const firstReads: FirstReads = (parameters) => {
  const asked = askedAt(parameters);
  if (!asked || problemOf(asked) !== undefined) return [];
  const { view, range } = viewAt(parameters);
  return [
    readOf(reports.stepsSummaryAdvanced, { ...asked, view, range }),
    readOf(reports.deviceActivity, { ...asked, range }),
    readOf(reports.stepsSummary, asked),
  ];
};

/** How active the wearer of a unit is: the steps as a chart, their summary, and what the unit sent on each day. */
export default function ActivityPage() {
  const { parameters, change } = useAddressParameters();
  const asked = askedAt(parameters);
  const problem = asked && problemOf(asked);
  return (
    <Page>
      <PageHeader title="Activity monitoring" {...(asked && { description: `Unit ${asked.UnitSerNum}` })} />
      <SearchForm
        label="Find a unit"
        field={{ name: 'unit', label: 'Serial number', maxLength: 6 }}
        text={asked?.UnitSerNum ?? ''}
        button="Show"
        check={(typed) => {
          const { data, error } = SerialNumber.safeParse(typed);
          return data === undefined ? { error: error!.issues[0]!.message } : { text: data };
        }}
        onSearch={(UnitSerNum) => change({ UnitSerNum })}
      />
      {asked && problem !== undefined ? (
        <ErrorState
          title={FAILED}
          description={problem}
          action={
            <Button variant="outline" onClick={() => change({ StartDate: undefined, EndDate: undefined })}>
              Show the last days
            </Button>
          }
        />
      ) : asked ? (
        <Activity asked={asked} {...viewAt(parameters)} onChange={change} />
      ) : (
        <EmptyState
          icon={Footprints}
          title="No unit is chosen"
          description="Enter the serial number of a wearable to see the steps of its wearer."
        />
      )}
    </Page>
  );
}

interface ActivityProps {
  asked: Asked;
  view: Granularity;
  range: ActivityRange;
  onChange: (values: Readonly<Record<string, string | undefined>>) => void;
}

function Activity({ asked, view, range, onChange }: ActivityProps) {
  const steps = useEndpoint(reports.stepsSummaryAdvanced, { ...asked, view, range }, { keepPreviousData: true });
  const recent = useEndpoint(reports.stepsSummary, asked);
  const activity = useEndpoint(reports.deviceActivity, { ...asked, range }, { keepPreviousData: true });
  const rows = useMemo(() => activity.data?.days.toReversed(), [activity.data]);
  if (steps.error && !steps.data)
    return <ErrorState title={FAILED} failure={steps.error} onRetry={() => void steps.mutate()} />;
  return (
    <Flex direction="column" gap="5">
      <Flex gap="3" wrap="wrap">
        <Box w="10rem">
          <SelectField<Granularity>
            name="view"
            label="View"
            value={view}
            onChange={(next) => onChange({ view: next })}
            options={GRANULARITIES.map((value) => ({ value, label: value }))}
          />
        </Box>
        <Box w="10rem">
          <SelectField<ActivityRange>
            name="range"
            label="Range"
            value={range}
            // The range up to today replaces the days of the address.
            onChange={(next) => onChange({ range: next, StartDate: undefined, EndDate: undefined })}
            options={RANGES.map((value) => ({ value, label: value }))}
          />
        </Box>
      </Flex>
      {steps.data ? (
        <>
          <StepsChart buckets={steps.data.buckets} view={view} />
          <Summary summary={steps.data.summary} mostRecent={recent.data?.mostRecent ?? steps.data.summary.mostRecent} />
        </>
      ) : (
        <Skeleton h="40" aria-label="Reading the activity" />
      )}
      <DataTable<ActiveDay>
        name="deviceActivity"
        label="Days"
        columns={COLUMNS}
        rows={rows}
        rowId={({ day }) => day}
        {...(activity.error && { error: activity.error.message, onRetry: () => void activity.mutate() })}
        empty={{ title: 'No steps in this range', description: 'Only wearables count steps.' }}
      />
    </Flex>
  );
}

const Summary = ({
  summary: { total, average, best },
  mostRecent,
}: {
  summary: StepsSummary;
  mostRecent: StepsSummary['mostRecent'];
}) => (
  <KeyValueList
    items={[
      { label: 'Steps', value: total.toLocaleString('en-US') },
      { label: 'Average of a day', value: average.toLocaleString('en-US') },
      { label: 'Best day', value: best && `${best.day}: ${best.steps.toLocaleString('en-US')} steps` },
      { label: 'Most recent message', value: mostRecent && <ExactTime at={mostRecent.MessageTime} /> },
    ]}
  />
);

const COLUMNS: readonly DataColumn<ActiveDay>[] = [
  { accessorKey: 'day', size: 130, meta: { label: 'Day', locked: true, card: 'title' } },
  { accessorKey: 'steps', size: 110, meta: { label: 'Steps', align: 'end' } },
  { accessorKey: 'pings', size: 90, meta: { label: 'Pings', align: 'end' } },
  {
    id: 'chargedPercent',
    accessorFn: ({ chargedPercent }) => (chargedPercent === undefined ? '' : `${chargedPercent} %`),
    size: 110,
    meta: { label: 'Charge', align: 'end' },
  },
  {
    accessorKey: 'MessageTime',
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original.MessageTime} />,
    meta: { label: 'Last message', grows: true },
  },
];
