import { Box } from '@chakra-ui/react';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { DateRangeField } from '#web/components/date-range/date-range-field.tsx';
import type { DateRange } from '#web/components/date-range/range.ts';
import { ListTable } from '#web/lib/list/list-table.tsx';
import type { ListPageState } from '#web/lib/list/use-list-page.ts';
import { EARLIEST_DAY } from './use-unit-log.ts';

interface LogTableProps<Row> {
  label: string;
  UnitSerNum: string;
  columns: readonly DataColumn<Row>[];
  log: {
    list: ListPageState<Row>;
    range: DateRange;
    setRange: (range: DateRange) => void;
    problem: string | undefined;
  };
  emptyTitle: string;
}

/** A log of a unit: the range above, the entries below, the newest first. */
export function LogTable<Row>({ label, UnitSerNum, columns, log, emptyTitle }: LogTableProps<Row>) {
  const { list, range, setRange, problem } = log;
  return (
    <ListTable<Row>
      label={label}
      list={list}
      columns={columns}
      problem={problem}
      controls={
        <Box flex="1 1 31rem" maxW="44rem" minW="0">
          <DateRangeField
            value={range}
            onChange={setRange}
            required
            earliest={EARLIEST_DAY}
            {...(problem && { error: problem })}
          />
        </Box>
      }
      fileName={`${label.toLowerCase()} ${UnitSerNum}`}
      empty={{
        title: problem ?? emptyTitle,
        description: problem ? 'Change the dates above.' : 'Choose a longer range above.',
      }}
    />
  );
}
