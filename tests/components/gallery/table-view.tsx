import { Button } from '@chakra-ui/react';
import { Ban, Download, Plus, Power, RefreshCw } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AppError } from '#core/errors.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { pageText } from '#web/components/data-table/cursor-pages.ts';
import { DataTable } from '#web/components/data-table/data-table.tsx';
import type { RowSelection } from '#web/components/data-table/selection.ts';
import type { ExportRun } from '#web/components/data-table/types.ts';
import { type KeptPages, useCursorPages } from '#web/components/data-table/use-cursor-pages.ts';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { EMPTY_QUERY, type Query, type QueryFilter } from '#web/components/query-bar/query.ts';
import { QueryBar } from '#web/components/query-bar/query-bar.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import type { Tone } from '#web/components/status/tones.ts';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { type SampleRow, sampleRows } from './rows.ts';

const TONES: Record<SampleRow['state'], Tone> = {
  Activated: 'ok',
  Pending: 'notice',
  Deactivated: 'muted',
  Silent: 'silent',
  'Low battery': 'warning',
};

/** A cell that draws its control without its row. */
function LateNote() {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 50);
    return () => clearTimeout(timer);
  }, []);
  return isShown && <textarea aria-label="Note" />;
}

const COLUMNS: DataColumn<SampleRow>[] = [
  { accessorKey: 'serial', size: 130, meta: { label: 'Serial number', monospace: true, copyable: true, locked: true } },
  {
    accessorKey: 'state',
    size: 140,
    cell: ({ row }) => <StatusBadge look="plain" tone={TONES[row.original.state]} label={row.original.state} />,
    meta: { label: 'State', card: 'aside' },
  },
  { accessorKey: 'model', size: 130, meta: { label: 'Model' } },
  { accessorKey: 'label', size: 160, meta: { label: 'Label', grows: true } },
  { accessorKey: 'dealer', size: 180, meta: { label: 'Dealer', grows: true } },
  {
    accessorKey: 'lastPing',
    size: 120,
    cell: ({ row }) => <RelativeTime at={row.original.lastPing} />,
    meta: { label: 'Last ping' },
  },
  {
    accessorKey: 'battery',
    size: 100,
    cell: ({ row }) => `${row.original.battery} %`,
    meta: { label: 'Battery', align: 'end' },
  },
  {
    id: 'note',
    size: 120,
    cell: () => <LateNote />,
    meta: { label: 'Note', shownByDefault: false },
  },
  { accessorKey: 'signal', size: 100, meta: { label: 'Signal, dBm', align: 'end' } },
  { accessorKey: 'iccid', size: 210, meta: { label: 'ICCID', monospace: true, copyable: true } },
  { accessorKey: 'imei', size: 170, meta: { label: 'IMEI', monospace: true, copyable: true, card: 'hidden' } },
  { accessorKey: 'firmware', size: 110, meta: { label: 'Firmware' } },
  { accessorKey: 'line', size: 100, meta: { label: 'Line ID', shownByDefault: false } },
  { accessorKey: 'number', size: 100, meta: { label: 'Unit ID', shownByDefault: false } },
  {
    id: 'full',
    accessorFn: (row) => `${row.line}-${row.number}`,
    size: 120,
    meta: { label: 'Line ID and unit ID', shownByDefault: false, excludes: ['line', 'number'] },
  },
];

/** A control of a row, which counts how often it was pressed. */
function Counter({ label }: { label: string }) {
  const [count, setCount] = useState(0);
  return (
    <Button size="xs" variant="outline" onClick={() => setCount(count + 1)}>
      {label}: {count}
    </Button>
  );
}

/** More columns than are ever in sight. */
const MANY_COLUMNS: DataColumn<SampleRow>[] = [
  ...COLUMNS,
  ...Array.from(
    { length: 25 },
    (_, index): DataColumn<SampleRow> => ({
      id: `extra ${index}`,
      accessorFn: ({ number }) => `${number} in ${index}`,
      size: 140,
      meta: { label: `Extra ${index}` },
    }),
  ),
  {
    id: 'count',
    size: 200,
    cell: ({ row }) => <Counter label={`Count of ${row.original.serial}`} />,
    meta: { label: 'Count' },
  },
];

const FILTERS: QueryFilter[] = [
  { id: 'state', label: 'State', options: Object.keys(TONES).map((state) => ({ value: state, label: state })) },
  {
    id: 'model',
    label: 'Model',
    options: ['MXD-LTE', 'myConnect', 'myConnect Air'].map((value) => ({ value, label: value })),
  },
  { id: 'dealer', label: 'Dealer', hint: 'contains' },
];

const TOTAL = 23_410;
const READ_SIZE = 1000;

/** The whole list, as a server sends it page by page. */
async function* readAll(total: number, pause: number, failsAt: number, { signal, goOn }: ExportRun) {
  for (let from = 0; from < total; from += READ_SIZE) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    signal.throwIfAborted();
    if (from === failsAt) await goOn(new AppError('UNAVAILABLE', 'The server is busy'));
    yield sampleRows(Math.min(READ_SIZE, total - from), from);
  }
}

export function TableView() {
  const [parameters] = useSearchParams();
  const state = parameters.get('state');
  const total = Number(parameters.get('total') ?? TOTAL);
  /** Milliseconds until each page of an export. */
  const pause = Number(parameters.get('pause') ?? 0);
  /** The first row of the page of an export that fails once. */
  const failsAt = Number(parameters.get('failsAt') ?? -1);
  const [query, setQuery] = useState<Query>(
    parameters.has('chips')
      ? {
          text: '',
          filters: [
            { id: 'state', value: 'Activated' },
            { id: 'dealer', value: 'Summit' },
          ],
        }
      : EMPTY_QUERY,
  );
  const [visible, setVisible] = useState<Readonly<Record<string, boolean>>>(
    parameters.has('notes') ? { note: true } : {},
  );
  const [size, setSize] = useState(Number(parameters.get('size') ?? 1000));
  const [ids, setIds] = useState<RowSelection>(new Set());
  const [everything, setEverything] = useState(false);
  const [opened, setOpened] = useState('');
  const [kept, setKept] = useState<KeptPages>();
  const pages = useCursorPages(JSON.stringify([query, size]), kept, setKept);
  const before = pages.pageNumber * size;
  const all = useMemo(() => sampleRows(Math.min(size, total - before), before), [size, total, before]);
  const isLastPage = before + size >= total;
  const filtered = useMemo(
    () =>
      all.filter(
        (row) =>
          query.filters.every(({ id, value }) => String(row[id as keyof SampleRow]).includes(value)) &&
          (query.text === '' || row.serial.includes(query.text)),
      ),
    [all, query],
  );
  /** The first two pages have no match. */
  const isEmptyPart = state === 'sparse' && pages.pageNumber < 2;
  const rows = state === 'loading' || state === 'error' ? undefined : state === 'empty' || isEmptyPart ? [] : filtered;
  /** A search without a match finds none on later pages either. */
  const endsHere = isLastPage || (rows?.length === 0 && !isEmptyPart);
  const onNext = endsHere ? undefined : pages.goNext(String(before + size));

  return (
    <>
      <PageHeader
        title="Units"
        count={total}
        primary={
          <Button>
            <Plus size={16} aria-hidden />
            New order
          </Button>
        }
        secondary={[
          { id: 'upload', label: 'Upload a list' },
          { id: 'firmware', label: 'Plan a firmware update', disabledReason: 'Only engineers can plan updates' },
        ]}
      />
      <div style={{ height: 12 }} />
      <DataTable
        name="gallery"
        label="Units"
        columns={parameters.has('many') ? MANY_COLUMNS : COLUMNS}
        rows={rows}
        rowId={(row) => row.id}
        rowHref={(row) => `/opened?unit=${row.serial}`}
        onOpen={(row) => setOpened(row.serial)}
        visible={visible}
        onVisibleChange={async (next) => {
          await new Promise((resolve) => setTimeout(resolve, 50));
          setVisible(next);
        }}
        paging={{
          size,
          sizes: [5, 10, 25, 50, 100, 1000],
          onSizeChange: setSize,
          onNext,
          onPrevious: pages.goPrevious,
          text: pageText({
            ...{ number: pages.pageNumber, size, shown: rows?.length ?? 0, total },
            goesOn: onNext !== undefined,
          }),
        }}
        selection={{
          ids,
          onChange: setIds,
          matching: total,
          everything,
          onEverythingChange: setEverything,
          actions: [
            { id: 'activate', label: 'Activate', icon: Power },
            { id: 'update', label: 'Update firmware', icon: RefreshCw, disabledReason: 'Select units of one model' },
            { id: 'download', label: 'Download configuration', icon: Download },
            { id: 'deactivate', label: 'Deactivate SIMs', icon: Ban, tone: 'danger', startsGroup: true },
          ],
        }}
        exporting={{
          fileName: 'units',
          onExported: setOpened,
          ...(!(isLastPage && before === 0) && { read: (run) => readAll(total, pause, failsAt, run), total }),
        }}
        refreshing={state === 'refreshing'}
        error={state === 'error' || state === 'stale' ? 'The server did not answer in time' : undefined}
        updatedAt={new Date('2026-11-21T21:05:00Z')}
        onRetry={() => setOpened('retried')}
        empty={{
          title: 'No units match these filters',
          description: 'Remove a filter, or search for a serial number, ICCID or customer.',
          action: (
            <Button variant="outline" onClick={() => setQuery(EMPTY_QUERY)}>
              Clear the filters
            </Button>
          ),
        }}
        controls={
          <QueryBar
            label="Search units"
            filters={FILTERS}
            value={query}
            onChange={setQuery}
            placeholder="Serial number, ICCID, customer…"
          />
        }
      />
      <output data-testid="opened">{opened}</output>
      <output data-testid="searched">{query.text}</output>
    </>
  );
}
