import { Box } from '@chakra-ui/react';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { pageText } from '#web/components/data-table/cursor-pages.ts';
import { DataTable } from '#web/components/data-table/data-table.tsx';
import { DateRangeField } from '#web/components/date-range/date-range-field.tsx';
import { useTableColumns } from '#web/lib/table/use-table-columns.ts';
import { EARLIEST_DAY, LOG_PAGE_SIZES, type UnitLog } from './use-unit-log.ts';

interface LogEntry {
  timeStamp: string;
  sequence: number;
}

interface LogTableProps<Row extends LogEntry> {
  /** Names the table for the choice of columns. */
  name: string;
  label: string;
  UnitSerNum: string;
  columns: readonly DataColumn<Row>[];
  log: UnitLog<Row>;
  emptyTitle: string;
}

/** A log of a unit: the range above, the entries below, the newest first. */
export function LogTable<Row extends LogEntry>(props: LogTableProps<Row>) {
  const { name, label, UnitSerNum, columns, log, emptyTitle } = props;
  const settings = useTableColumns(name);
  const { rows, pages, pageSize } = log;
  return (
    <DataTable<Row>
      name={name}
      label={label}
      columns={columns}
      rows={log.problem ? [] : rows}
      rowId={({ timeStamp, sequence }) => `${timeStamp} ${sequence}`}
      {...settings}
      controls={
        <Box flex="1 1 31rem" maxW="44rem" minW="0">
          <DateRangeField
            value={log.range}
            onChange={log.setRange}
            required
            earliest={EARLIEST_DAY}
            {...(log.problem && { error: log.problem })}
          />
        </Box>
      }
      exporting={{ fileName: `${label.toLowerCase()} ${UnitSerNum}`, load: log.loadAll }}
      paging={{
        size: pageSize,
        sizes: LOG_PAGE_SIZES,
        onSizeChange: log.setPageSize,
        onNext: pages.goNext(log.cursor),
        onPrevious: pages.goPrevious,
        ...(rows && { text: pageText({ number: pages.pageNumber, size: pageSize, shown: rows.length }) }),
      }}
      refreshing={log.isValidating}
      {...(log.error && { error: log.error.message })}
      {...(log.readAt && { updatedAt: log.readAt })}
      onRetry={log.retry}
      empty={{
        title: log.problem ?? emptyTitle,
        description: log.problem ? 'Change the dates above.' : 'Choose a longer range above.',
      }}
    />
  );
}
