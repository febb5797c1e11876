import { Button, Flex, Text } from '@chakra-ui/react';
import { SlidersHorizontal } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type Cell, devTools } from '#core/dev-tools/contract.ts';
import { LIVE_REPORT_MESSAGES, LIVE_TABLES, MAX_ROWS, NEVER } from '#core/dev-tools/live-report.ts';
import { BAD_WHERE_CLAUSE } from '#core/dev-tools/where-clause.ts';
import { AppError } from '#core/errors.ts';
import { SECOND } from '#core/time.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { DataTable } from '#web/components/data-table/data-table.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { ErrorState } from '#web/components/states/error-state.tsx';
import type { Input } from '#web/lib/api/api.ts';
import { readOf } from '#web/lib/api/early-reads.ts';
import { useEndpoint } from '#web/lib/api/use-endpoint.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { refreshWords, reportAt } from './live-report-address.ts';

type Row = Readonly<Record<string, Cell>> & { number: number };

/** The call of a report; undefined if its address names no table or no column. */
function inputAt(parameters: URLSearchParams): Input<typeof devTools.liveReport> | undefined {
  const { tableName, columns, whereClause } = reportAt(parameters);
  return tableName === undefined || columns === '' ? undefined : { tableName, columns, whereClause };
}

export const firstReads: FirstReads = (parameters) => {
  const input = inputAt(parameters);
  return input ? [readOf(devTools.liveReport, input)] : [];
};

/** The results of a live report, read again at its interval while the page is open. */
export default function LiveReportPage() {
  const [parameters] = useSearchParams();
  const { tableName, whereClause, refresh } = reportAt(parameters);
  const input = inputAt(parameters);
  const { data, error, mutate } = useEndpoint(devTools.liveReport, input ?? null, {
    keepPreviousData: true,
    ...(refresh !== NEVER && { refreshInterval: refresh * SECOND }),
  });
  const columns = useMemo(() => (data?.columns ?? []).map(columnOf), [data?.columns]);
  const rows = useMemo(() => data?.rows.map((row, number): Row => ({ ...row, number })), [data]);
  return (
    <Page>
      <PageHeader
        title={tableName === undefined ? 'Live report' : LIVE_TABLES[tableName]}
        description={`${refresh === NEVER ? 'Read once' : refreshWords(refresh)}. The newest ${MAX_ROWS} rows.`}
      />
      {tableName === undefined || !input ? (
        <EmptyState
          icon={SlidersHorizontal}
          title={tableName === undefined ? LIVE_REPORT_MESSAGES.noTable : LIVE_REPORT_MESSAGES.noColumn}
          action={
            <Button asChild variant="outline">
              <Link to={paths.liveReports}>Choose a table</Link>
            </Button>
          }
        />
      ) : (
        <Flex direction="column" gap="3">
          <Flex gap="3" align="center" justify="space-between" wrap="wrap">
            <Text fontFamily="mono" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
              {whereClause}
            </Text>
            <Button asChild variant="outline" size="sm">
              <Link to={`${paths.liveReports}?${parameters}`}>
                <SlidersHorizontal aria-hidden />
                Change the report
              </Link>
            </Button>
          </Flex>
          {error && !data ? (
            <ErrorState {...failureWords(error)} failure={error} onRetry={() => void mutate()} />
          ) : (
            <DataTable<Row>
              name={`liveReport ${tableName}`}
              label={LIVE_TABLES[tableName]}
              columns={columns}
              rows={rows}
              rowId={({ number }) => String(number)}
              empty={{ title: LIVE_REPORT_MESSAGES.empty, description: 'No row meets the where clause.' }}
            />
          )}
        </Flex>
      )}
    </Page>
  );
}

/** The message of the specification, and for a wrong where clause the reason [P3-M15 P3-M17]. */
function failureWords(error: Error): { title: string; description?: string } {
  if (!(error instanceof AppError) || error.message !== BAD_WHERE_CLAUSE) return { title: LIVE_REPORT_MESSAGES.failed };
  const [issue] = error.issues;
  return { title: BAD_WHERE_CLAUSE, ...(issue && { description: issue.message }) };
}

const columnOf = (name: string, index: number): DataColumn<Row> => ({
  id: name,
  accessorFn: (row) => row[name] ?? '',
  size: 170,
  meta: { label: name, ...(index === 0 && { locked: true, card: 'title' }) },
});
