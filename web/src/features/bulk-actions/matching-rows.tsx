import { type BulkAction, type BulkActionRow, isUnderWay } from '#core/bulk-actions/bulk-action.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { SECOND } from '#core/time.ts';
import { ListTable } from '#web/lib/list/list-table.tsx';
import { useListPage } from '#web/lib/list/use-list-page.ts';
import { hrefIn, ROW_COLUMNS } from './row-columns.tsx';

/** The units that a bulk action found by its query, page by page. Its file is made of all pages. */
export function MatchingRows({ bulkAction }: { bulkAction: BulkAction }) {
  const { bchKey, total } = bulkAction;
  const list = useListPage(bulkActions.rows, {
    name: 'bulkChangeStatusDetail',
    pageSizes: [25, 100, 1000],
    defaultPageSize: 100,
    input: () => ({ bchKey }),
    rowId: ({ UnitSerNum }) => UnitSerNum,
    refreshInterval: () => (isUnderWay(bulkAction) ? 5 * SECOND : 0),
  });
  return (
    <ListTable<BulkActionRow>
      list={list}
      label="Units of the bulk action"
      total={total}
      columns={ROW_COLUMNS}
      rowHref={hrefIn(bulkAction)}
      fileName={`bulk action ${bchKey}`}
      empty={{ title: 'No unit yet', description: 'Units are shown as they are found.' }}
    />
  );
}
