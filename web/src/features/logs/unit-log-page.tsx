import { Box, Flex } from '@chakra-ui/react';
import { type LucideIcon, ScrollText } from 'lucide-react';
import type { ReactNode } from 'react';
import { UNIT_REQUIRED } from '#core/logs/contract.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { DateRangeField } from '#web/components/date-range/date-range-field.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { ListTable } from '#web/lib/list/list-table.tsx';
import { UnitChoice } from '#web/shared/history/unit-choice.tsx';
import { UnitField } from '#web/shared/history/unit-field.tsx';
import type { UnitLogState } from './use-unit-log.ts';

interface UnitLogPageProps<Row> {
  title: string;
  /** The name of the rows: `Pings`. */
  label: string;
  log: UnitLogState<Row>;
  columns: readonly DataColumn<Row>[];
  /** More controls above the table. */
  controls?: ReactNode;
  icon?: LucideIcon;
  /** Above the table, such as a map. */
  above?: ReactNode;
  /** Why there is nothing to export while there are no rows. */
  nothingToExport?: string;
}

/** A log of one unit: the unit and the range above, then a choice of units, or the entries. */
export function UnitLogPage<Row>({
  title,
  label,
  log,
  columns,
  controls,
  above,
  nothingToExport,
  icon = ScrollText,
}: UnitLogPageProps<Row>) {
  const { days, text, list, answer, error, search, addressOf } = log;
  const choice = text !== '' && answer && answer.multipleUnits.length > 0 ? answer : undefined;
  return (
    <Page endsWithTable={text !== '' && !choice}>
      <PageHeader
        title={title}
        {...(answer?.UnitSerNum && {
          description: [answer.UnitSerNum, answer.FullUnitID, answer.UnitModel].filter(Boolean).join(' · '),
        })}
      />
      <Flex gap="3" align="flex-end" wrap="wrap">
        <Box flex="0 1 22rem" minW="0">
          <UnitField text={text} onSearch={search} required={UNIT_REQUIRED} />
        </Box>
        <Box flex="1 1 31rem" maxW="44rem" minW="0">
          <DateRangeField
            value={days.range}
            onChange={days.setRange}
            required
            {...(days.problem && { error: days.problem })}
          />
        </Box>
      </Flex>
      {text === '' && (
        <EmptyState
          icon={icon}
          title="No unit is chosen"
          description="Enter a unit ID or a serial number to read its log."
        />
      )}
      {choice && <UnitChoice found={{ units: choice.multipleUnits, more: choice.moreUnits }} addressOf={addressOf} />}
      {text !== '' && !choice && above}
      {text !== '' && !choice && (
        <ListTable<Row>
          label={label}
          list={list}
          columns={columns}
          sortable={false}
          controls={controls}
          problem={days.problem}
          error={error}
          nothingToExport={nothingToExport}
          fileName={`${title.toLowerCase()} ${answer?.UnitSerNum ?? text}`}
          empty={{
            title: days.problem ?? 'No results',
            description: days.problem ? 'Change the dates above.' : 'Choose a longer range above.',
          }}
        />
      )}
    </Page>
  );
}
