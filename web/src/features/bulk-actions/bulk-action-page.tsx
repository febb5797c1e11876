import { Flex } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { BulkActionRow } from '#core/bulk-actions/bulk-action.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { actionWords } from '#core/bulk-actions/words.ts';
import { tableSettings } from '#core/table-settings/contract.ts';
import { unitCount } from '#core/units/unit-count.ts';
import { DataTable } from '#web/components/data-table/data-table.tsx';
import { FailedRecordPage } from '#web/components/page/failed-record-page.tsx';
import { Page } from '#web/components/page/page.tsx';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { EMPTY_QUERY, type Query, type QueryFilter } from '#web/components/query-bar/query.ts';
import { QueryBar } from '#web/components/query-bar/query-bar.tsx';
import { PageSkeleton } from '#web/components/states/page-skeleton.tsx';
import { StaleMark } from '#web/components/status/stale-mark.tsx';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { RelativeTime } from '#web/components/text/relative-time.tsx';
import { readOf } from '#web/lib/api/early-reads.ts';
import { showSuccess } from '#web/lib/messages/show.ts';
import { usePageTrail } from '#web/lib/page/page-trail.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useTableColumns } from '#web/lib/table/use-table-columns.ts';
import { BulkActionButtons } from '#web/shared/bulk-actions/bulk-action-buttons.tsx';
import { BulkProgress } from '#web/shared/bulk-actions/bulk-progress.tsx';
import { OUTCOMES, shownOutcomeOf } from '#web/shared/bulk-actions/outcomes.ts';
import { PaceLine } from '#web/shared/bulk-actions/pace-line.tsx';
import { stateBadge } from '#web/shared/bulk-actions/state-words.ts';
import { useBulkAction } from '#web/shared/bulk-actions/use-bulk-action.ts';
import { MatchingRows } from './matching-rows.tsx';
import { hrefIn, ROW_COLUMNS } from './row-columns.tsx';

const TABLE = 'bulkChangeStatusDetail';

export const firstReads: FirstReads = (parameters) => {
  const bchKey = parameters.get('id');
  return bchKey ? [readOf(bulkActions.detail, { bchKey }), readOf(tableSettings.get, { table: TABLE })] : [];
};

/** One bulk action with the outcome of each unit. The rows of chosen units come with it, so it is no list page. Without an id the queue opens. */
export default function BulkActionPage() {
  const [parameters] = useSearchParams();
  const bchKey = parameters.get('id');
  return bchKey ? <Detail bchKey={bchKey} /> : <Navigate to={paths.bulkActions} replace />;
}

function Detail({ bchKey }: { bchKey: string }) {
  const { data, error, isValidating, mutate, staleSince } = useBulkAction(bchKey);
  const settings = useTableColumns(TABLE, data !== undefined);
  const [query, setQuery] = useState<Query>(EMPTY_QUERY);
  const rows = useMemo(() => data?.rows.filter((row) => fits(row, query)), [data?.rows, query]);
  usePageTrail(data ? [{ label: actionWords(data.bulkAction) }] : []);

  if (!data && error && !isValidating) {
    return (
      <FailedRecordPage
        noun="bulk action"
        list={{ label: 'All bulk actions', to: paths.bulkActions }}
        failure={error}
        onRetry={() => void mutate()}
        retrying={isValidating}
      />
    );
  }
  if (!data) {
    return (
      <Flex direction="column" p={{ base: '4', md: '6' }}>
        <PageSkeleton shape="list" />
      </Flex>
    );
  }
  const { bulkAction } = data;

  return (
    <Page endsWithTable>
      <PageHeader
        title={`${actionWords(bulkAction)} for ${unitCount(bulkAction.total)}`}
        badge={<StatusBadge {...stateBadge(bulkAction)} />}
        description={
          <>
            {`${bulkAction.UnitModel} · ${bulkAction.matching === undefined ? '' : `${bulkAction.matching} · `}started by ${bulkAction.createdBy} `}
            <RelativeTime at={bulkAction.createdAt} focusable />
          </>
        }
        primary={<BulkActionButtons bulkAction={bulkAction} />}
      />
      {staleSince && <StaleMark since={staleSince} onRetry={() => void mutate()} retrying={isValidating} />}
      <BulkProgress bulkAction={bulkAction} />
      <PaceLine bulkAction={bulkAction} />
      {bulkAction.matching === undefined ? (
        <DataTable<BulkActionRow>
          name="bulkChangeStatusDetail"
          label="Units of the bulk action"
          columns={ROW_COLUMNS}
          rows={rows}
          rowId={({ UnitSerNum }) => UnitSerNum}
          rowHref={hrefIn(bulkAction)}
          {...settings}
          controls={<QueryBar label="Search the units" filters={FILTERS} value={query} onChange={setQuery} />}
          exporting={{ fileName: `bulk action ${bchKey}`, onExported: showSuccess }}
          empty={{ title: 'No unit matches', description: 'Remove a filter, or search for something else.' }}
        />
      ) : (
        <MatchingRows bulkAction={bulkAction} />
      )}
    </Page>
  );
}

const FILTERS: readonly QueryFilter[] = [
  {
    id: 'state',
    label: 'Outcome',
    options: Object.entries(OUTCOMES).map(([value, { label }]) => ({ value, label })),
  },
];

const fits = (row: BulkActionRow, { text, filters }: Query) =>
  filters.every((filter) => filter.id !== 'state' || filter.value === shownOutcomeOf(row)) &&
  `${row.UnitSerNum} ${row.reason ?? ''}`.toLowerCase().includes(text.toLowerCase());
