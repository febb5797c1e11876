import { useState } from 'react';
import { type BulkAction, type BulkActionRow, isUnderWay } from '#core/bulk-actions/bulk-action.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { countsOf, type RowView } from '#core/bulk-actions/outcome.ts';
import { SECOND } from '#core/time.ts';
import { ListTable } from '#web/lib/list/list-table.tsx';
import { useListPage } from '#web/lib/list/use-list-page.ts';
import { noUnitWords } from '#web/shared/bulk-actions/state-words.ts';
import { OutcomeChips } from './outcome-chips.tsx';
import { hrefIn, ROW_COLUMNS } from './row-columns.tsx';

/** The units that a bulk action found by its query, page by page. The server finds them by outcome and by serial number. Its file is made of all pages. */
export function MatchingRows({ bulkAction }: { bulkAction: BulkAction }) {
  const { bchKey, total } = bulkAction;
  const isAtWork = bulkAction.state === 'running' || bulkAction.state === 'queued';
  const [chosen, setChosen] = useState<{ view: RowView | undefined }>();
  // While units are being done, those that are to do would fill the first page.
  const view = chosen ? chosen.view : isAtWork ? 'latest' : undefined;
  const list = useListPage(bulkActions.rows, {
    name: 'bulkChangeStatusDetail',
    pageSizes: [25, 100, 1000],
    defaultPageSize: 100,
    input: ({ text }) => {
      const unit = text.trim().toUpperCase();
      // The latest rows are in the order of their times, so a serial number is looked up among all.
      const shown = unit !== '' && view === 'latest' ? undefined : view;
      return { bchKey, ...(shown && { view: shown }), ...(unit && { unit }) };
    },
    rowId: ({ UnitSerNum }) => UnitSerNum,
    refreshInterval: () => (isUnderWay(bulkAction) ? 5 * SECOND : 0),
  });
  const isSearch = list.query.text.trim() !== '';
  const counts = countsOf(bulkAction);
  const shown = view === 'latest' ? (isSearch ? undefined : view) : view;
  const known = shown === undefined ? total : shown === 'latest' ? total - counts.toDo : counts[shown];
  return (
    <ListTable<BulkActionRow>
      list={list}
      label="Units of the bulk action"
      {...(!isSearch && { total: known })}
      columns={ROW_COLUMNS}
      rowHref={hrefIn(bulkAction)}
      search={{ label: 'Search the units', placeholder: 'Start of a serial number' }}
      controls={<OutcomeChips bulkAction={bulkAction} view={shown} onChange={(next) => setChosen({ view: next })} />}
      fileName={`bulk action ${bchKey}`}
      empty={
        isSearch
          ? { title: 'No unit matches', description: 'Its serial number begins with what you search for.' }
          : noUnitWords(bulkAction, shown)
      }
    />
  );
}
