import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { EARLIEST_DAY } from '#core/history/contract.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { DateRangeField } from '#web/components/date-range/date-range-field.tsx';
import type { DateRange } from '#web/components/date-range/range.ts';
import { ListTable } from '#web/lib/list/list-table.tsx';
import type { ListPageState } from '#web/lib/list/use-list-page.ts';

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
  /** More controls below the range. */
  controls?: ReactNode;
}

/** A log of a unit: the range above, the entries below, the newest first. */
export function LogTable<Row>({ label, UnitSerNum, columns, log, emptyTitle, controls }: LogTableProps<Row>) {
  const { list, range, setRange, problem } = log;
  return (
    <ListTable<Row>
      label={label}
      list={list}
      columns={columns}
      problem={problem}
      controls={
        <Flex direction="column" gap="2" flex="1 1 31rem" minW="0">
          <Box maxW="44rem">
            <DateRangeField
              value={range}
              onChange={setRange}
              required
              earliest={EARLIEST_DAY}
              {...(problem && { error: problem })}
            />
          </Box>
          {controls}
        </Flex>
      }
      fileName={`${label.toLowerCase()} ${UnitSerNum}`}
      empty={{
        title: problem ?? emptyTitle,
        description: problem ? 'Change the dates above.' : 'Choose a longer range above.',
      }}
    />
  );
}
