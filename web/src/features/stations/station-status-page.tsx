import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import { Headset, RotateCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { RETRIES_MAXED_OUT } from '#core/live/retries.ts';
import { BoardView, matchingStations, PAGE_SIZES, sitesOf } from '#core/stations/filter.ts';
import { STATION_STATUSES, type Station, type StationStatus } from '#core/stations/station.ts';
import { TableFooter } from '#web/components/data-table/table-footer.tsx';
import { SelectField } from '#web/components/form/select-field.tsx';
import { TextField } from '#web/components/form/text-field.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import { Loading, TextSkeleton } from '#web/components/states/skeletons.tsx';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { ConnectionMark } from './connection-mark.tsx';
import { StationCard } from './station-card.tsx';
import type { FeedState } from './station-feed.ts';
import { useStations } from './use-stations.ts';

/** P3-M27, P3-M28. */
const NO_SOCKET = 'An error occured while trying to set up a Websocket.';
const SOCKET_CLOSED = 'The connection server has closed';

/** The stations of the monitoring centre, live. */
export default function StationStatusPage() {
  const { status, board, unreadable, connectAgain } = useStations();
  return (
    <Page>
      <PageHeader
        title="Station status"
        description="The workplaces of the monitoring centre. Press a station to keep it in sight."
        badge={<ConnectionMark status={status} />}
      />
      <Problem status={status} onConnect={connectAgain} hasBoard={board !== undefined} />
      {unreadable > 0 && (
        <chakra.p color="fg.muted" textStyle="sm">
          {unreadable === 1
            ? '1 station is not shown, because it could not be read.'
            : `${unreadable} stations are not shown, because they could not be read.`}
        </chakra.p>
      )}
      {board && <BoardOf stations={[...board.values()]} outdated={status.state !== 'open'} />}
      {!board && isOnTheWay(status) && (
        <Loading label="Stations: loading">
          <TextSkeleton lines={6} />
        </Loading>
      )}
      {status.state === 'notSetUp' && (
        <EmptyState
          icon={Headset}
          title="The station board is not set up yet"
          description="Whoever operates the portal enters the servers of the telephone system."
        />
      )}
    </Page>
  );
}

const isOnTheWay = ({ state }: FeedState) => state === 'connecting' || state === 'retrying';

function Problem({ status, onConnect, hasBoard }: { status: FeedState; onConnect: () => void; hasBoard: boolean }) {
  if (status.state === 'retrying')
    return (
      <chakra.p role="alert" color="fg.error">
        {status.wasOpen ? SOCKET_CLOSED : NO_SOCKET}
      </chakra.p>
    );
  if (status.state !== 'maxedOut') return null;
  if (!hasBoard) return <ErrorState title={RETRIES_MAXED_OUT} onRetry={onConnect} />;
  return (
    <Flex align="center" gap="3" wrap="wrap">
      <chakra.p role="alert" color="fg.error">
        {RETRIES_MAXED_OUT}
      </chakra.p>
      <Button size="sm" variant="outline" onClick={onConnect}>
        <RotateCw size={14} aria-hidden />
        Connect again
      </Button>
    </Flex>
  );
}

function BoardOf({ stations, outdated }: { stations: readonly Station[]; outdated: boolean }) {
  const { parameters, change } = useAddressParameters();
  const view = BoardView.parse(Object.fromEntries(parameters));
  const { status, site, text, pageSize } = view;
  const [focused, setFocused] = useState<ReadonlySet<string>>(() => focusIn(parameters));
  const matching = matchingStations(stations, view);
  const pages = Math.max(1, Math.ceil(matching.length / pageSize));
  const page = Math.min(view.page, pages);
  const start = (page - 1) * pageSize;
  const shown = matching.slice(start, start + pageSize);
  const filter = (values: Record<string, string | undefined>) => change({ ...values, page: undefined });
  const toggle = (name: string) => {
    const next = new Set(focused);
    if (!next.delete(name)) next.add(name);
    setFocused(next);
    change({ focus: [...next].join('\n') });
  };
  return (
    <>
      <Filters>
        <SelectField<StationStatus>
          name="status"
          label="Status"
          placeholder="All"
          value={status}
          onChange={(value) => filter({ status: value })}
          options={STATION_STATUSES.map((value) => ({ value, label: `${value} (${countOf(stations, value)})` }))}
        />
        <SelectField<string>
          name="site"
          label="Site"
          placeholder="All"
          value={site}
          onChange={(value) => filter({ site: value })}
          options={[...new Set([...sitesOf(stations), ...(site ? [site] : [])])].map((value) => ({
            value,
            label: value,
          }))}
        />
        <TextField
          name="text"
          label="Station, site or attendant"
          value={parameters.get('text') ?? ''}
          onChange={(value) => filter({ text: value })}
          maxLength={100}
        />
      </Filters>
      {shown.length === 0 ? (
        <EmptyState
          icon={Headset}
          title={stations.length === 0 ? 'The telephone system has no stations' : 'No station matches these filters'}
          {...((status || site || text) && {
            action: (
              <Button variant="outline" onClick={() => filter({ status: undefined, site: undefined, text: undefined })}>
                Clear the filters
              </Button>
            ),
          })}
        />
      ) : (
        <Box borderWidth="1px" borderRadius="l3" bg="bg.panel">
          <chakra.ul
            aria-label="Stations"
            listStyleType="none"
            display="grid"
            gridTemplateColumns="repeat(auto-fill, minmax(15rem, 1fr))"
            gap="3"
            p="3"
            opacity={outdated ? '0.55' : undefined}
          >
            {shown.map((station) => (
              <chakra.li key={station.StationName} minW="0">
                <StationCard
                  station={station}
                  focused={focused.has(station.StationName)}
                  onFocus={() => toggle(station.StationName)}
                />
              </chakra.li>
            ))}
          </chakra.ul>
          <Box position="sticky" bottom="0">
            <TableFooter
              loading={false}
              paging={{
                size: pageSize,
                sizes: PAGE_SIZES,
                onSizeChange: (size) => filter({ pageSize: String(size) }),
                onNext: page < pages ? () => change({ page: String(page + 1) }) : undefined,
                onPrevious: page > 1 ? () => change({ page: String(page - 1) }) : undefined,
                text: `${start + 1}–${start + shown.length} of ${matching.length.toLocaleString('en')}`,
              }}
            />
          </Box>
        </Box>
      )}
    </>
  );
}

const Filters = ({ children }: { children: ReactNode }) => (
  <Box display="grid" gridTemplateColumns="repeat(auto-fit, minmax(12rem, 1fr))" gap="3" py="3" maxW="48rem">
    {children}
  </Box>
);

/** The address keeps the focus, so that it survives a reload. */
const focusIn = (parameters: URLSearchParams) => new Set((parameters.get('focus') ?? '').split('\n').filter(Boolean));

const countOf = (stations: readonly Station[], wanted: StationStatus) =>
  stations.filter(({ StationStatus }) => StationStatus === wanted).length;
