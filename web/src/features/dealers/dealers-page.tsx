import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { dealers } from '#core/dealers/contract.ts';
import type { Dealer } from '#core/dealers/dealer.ts';
import { PageAction } from '#web/components/page/page-action.tsx';
import { ListPage } from '#web/lib/list/list-page.tsx';
import { firstReadsOfList, type ListReads, useListPage } from '#web/lib/list/use-list-page.ts';
import type { FirstReads } from '#web/lib/page/screen.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { dealerColumns, EXPORT_COLUMNS } from './dealer-columns.tsx';
import { DealerDialog } from './dealer-dialog.tsx';
import { showDealersFailure } from './dealer-words.ts';

const READS: ListReads<typeof dealers.list> = {
  name: 'dealers',
  // P1-K07.
  pageSizes: [5, 10, 25, 50, 100],
  defaultPageSize: 10,
  input: ({ text }) => (text ? { searchText: text } : {}),
};

export const firstReads: FirstReads = (parameters) => firstReadsOfList(dealers.list, READS, parameters);

/** The dealers of the caller's part of the tree, and where they are created and edited. */
export default function DealersPage() {
  const [edited, setEdited] = useState<Dealer | 'new'>();
  const columns = useMemo(() => dealerColumns({ onEdit: setEdited }), []);
  const mayAdd = useMay(dealers.create.access);
  const list = useListPage(dealers.list, {
    ...READS,
    rowId: ({ DealerKey }) => String(DealerKey),
    onFailure: showDealersFailure,
  });
  const add = (
    <PageAction
      label="New dealer"
      icon={Plus}
      onClick={() => setEdited('new')}
      disabledReason={mayAdd ? undefined : 'Creating dealers needs the right ‘Add dealers’'}
    />
  );
  return (
    <ListPage<Dealer>
      title="Dealers"
      description="Your dealer and its sub-dealers, each below its parent."
      primary={add}
      list={list}
      columns={columns}
      exportColumns={EXPORT_COLUMNS}
      // A sorted list would part the dealers from their parents.
      sortable={false}
      onOpen={setEdited}
      search={{ label: 'Find dealers by name or key', placeholder: 'Name or key' }}
      empty={
        list.query.text
          ? { title: 'No dealer matches', description: 'Try the beginning of a word of its name, or its key.' }
          : { title: 'No dealer yet', description: 'Dealers below yours appear here.' }
      }
    >
      {edited && (
        <DealerDialog
          key={edited === 'new' ? 'new' : edited.DealerKey}
          dealer={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </ListPage>
  );
}
