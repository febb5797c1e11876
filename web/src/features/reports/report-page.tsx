import { Box, Flex } from '@chakra-ui/react';
import { Bookmark } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { Endpoint } from '#core/contract.ts';
import type { ReportListName } from '#core/reports/lists.ts';
import { choiceAt, dealerAt, type ReportList, unitAt } from '#core/reports/report-list.ts';
import type { ReportRow } from '#core/reports/report-row.ts';
import { units } from '#core/units/contract.ts';
import { SerialNumber } from '#core/units/unit.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { DateRangeField } from '#web/components/date-range/date-range-field.tsx';
import { lastDays, USUAL_PRESETS } from '#web/components/date-range/presets.ts';
import { SelectField } from '#web/components/form/select-field.tsx';
import type { LinkTabsProps } from '#web/components/page/link-tabs.tsx';
import { SearchForm } from '#web/components/search/search-form.tsx';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { useListPage } from '#web/lib/list/use-list-page.ts';
import { showFailureAs } from '#web/lib/messages/show.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useAddressParameters } from '#web/lib/page/use-address-parameters.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { DealerField } from '#web/shared/dealers/dealer-field.tsx';
import { SaveReport } from '#web/shared/saved-reports/save-report.tsx';
import { reportColumns } from './report-columns.tsx';
import { mayChooseDealer, readsOfReport } from './report-screen.ts';
import { useReportDays } from './use-report-days.ts';

interface ReportPageProps {
  screen: ReportList;
  /** Opens a row in another way than on the page of its unit. */
  onOpen?: ((row: ReportRow) => void) | undefined;
  /** A last column with the actions on a row. Declared once, or memoized. */
  actions?: DataColumn<ReportRow> | undefined;
  /** Where several reports share a page: its title, and a tab for each. */
  shared?: { title: string; tabs: LinkTabsProps } | undefined;
  children?: ReactNode;
}

/** P3-M08. */
const FAILED = 'Error getting units';

const SECONDARY = [{ id: 'saved', label: 'Open saved reports', icon: Bookmark, href: paths.savedReports }];

/** A report: its unit, its days and its choices above, and its rows. */
export function ReportPage({ screen, onOpen, actions, shared, children }: ReportPageProps) {
  const { report, endpoint, choices = [], usualDays, unit = 'UnitSerNum' } = screen;
  const session = useSession();
  const { parameters, change } = useAddressParameters();
  const days = useReportDays(usualDays ?? 0);
  const hasDays = usualDays !== undefined;
  const list = useListPage<Endpoint, ReportRow>(endpoint, {
    ...readsOfReport(screen, parameters, session, hasDays ? days.instants : undefined),
    rowId: ({ UnitSerNum, subject, at }) => `${UnitSerNum} ${subject} ${at}`,
    onFailure: showFailureAs(FAILED),
  });
  const columns = useMemo(() => [...reportColumns(report), ...(actions ? [actions] : [])], [report, actions]);
  const exported = useMemo(() => reportColumns(report), [report]);
  const opensUnit = onOpen === undefined && session.may(units.get.access);
  const problem = hasDays ? days.problem : undefined;
  return (
    <ListPage<ReportRow>
      title={report.title}
      label={report.title}
      {...shared}
      description={report.description}
      list={list}
      columns={columns}
      exportColumns={exported}
      sortable={false}
      problem={problem}
      error={list.error && FAILED}
      primary={<SaveReport list={report.name as ReportListName} address={parameters} />}
      secondary={SECONDARY}
      {...(onOpen && { onOpen })}
      {...(opensUnit && { rowHref: ({ UnitSerNum }: ReportRow) => paths.unit(UnitSerNum) })}
      empty={emptyOf(problem, unitAt(parameters, screen) !== undefined || dealerAt(parameters) !== undefined)}
      above={
        <Flex gap="3" align="flex-end" wrap="wrap">
          <Box flex="0 1 20rem" minW="0">
            <SearchForm
              label="Narrow to a unit"
              field={{ name: 'unit', label: 'Serial number', maxLength: 6 }}
              text={unitAt(parameters, screen) ?? ''}
              button="Show"
              check={checkSerial}
              onSearch={(serial) => change({ [unit]: serial })}
            />
          </Box>
          {hasDays && (
            <Box flex="1 1 31rem" maxW="44rem" minW="0">
              <DateRangeField
                value={days.range}
                onChange={days.setRange}
                presets={presetsWith(usualDays)}
                required
                {...(days.problem && { error: days.problem })}
              />
            </Box>
          )}
          {choices.map((choice) => (
            <Box key={choice.name} flex="0 1 11rem" minW="0">
              <SelectField<string | number>
                name={choice.name}
                label={choice.label}
                value={choiceAt(parameters, choice)}
                onChange={(value) => change({ [choice.name]: value === undefined ? undefined : String(value) })}
                options={choice.values.map((value) => ({ value, label: choice.words?.(value) ?? String(value) }))}
              />
            </Box>
          ))}
          {mayChooseDealer(session) && (
            <Box flex="0 1 16rem" minW="0">
              <DealerField
                name="dealer"
                label="Dealer"
                value={dealerAt(parameters)}
                placeholder="All dealers"
                clearable
                onChange={(key) => change({ DealerKey: key === undefined ? undefined : String(key) })}
              />
            </Box>
          )}
        </Flex>
      }
    >
      {children}
    </ListPage>
  );
}

/** An empty text shows all units. */
function checkSerial(typed: string): { text: string } | { error: string } {
  if (typed.trim() === '') return { text: '' };
  const { data, error } = SerialNumber.safeParse(typed);
  return data === undefined ? { error: error!.issues[0]!.message } : { text: data };
}

const presetsWith = (days: number) =>
  USUAL_PRESETS.some(({ id }) => id === lastDays(days).id) ? USUAL_PRESETS : [lastDays(days), ...USUAL_PRESETS];

/** Why the report is empty, and what to do. `problem`: what is wrong with its days. `isNarrowed`: it is of one unit or one dealer. */
function emptyOf(problem: string | undefined, isNarrowed: boolean) {
  if (problem) return { title: problem, description: 'Change the dates above.' };
  return isNarrowed
    ? { title: 'No unit matches', description: 'Choose another unit, or all dealers.' }
    : { title: 'No units in this report', description: 'Units appear here as soon as there is a cause.' };
}
