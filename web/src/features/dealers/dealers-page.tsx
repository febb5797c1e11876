import { Button, Flex, Input, InputGroup } from '@chakra-ui/react';
import { Plus, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { dealers } from '#core/dealers/contract.ts';
import type { Dealer } from '#core/dealers/dealer.ts';
import { pageText } from '#web/components/data-table/cursor-pages.ts';
import { DataTable } from '#web/components/data-table/data-table.tsx';
import { useCursorPages } from '#web/components/data-table/use-cursor-pages.ts';
import { PageHeader } from '#web/components/page/page-header.tsx';
import { DisabledReason } from '#web/components/tooltip/disabled-reason.tsx';
import { useListEndpoint } from '#web/lib/api/use-list-endpoint.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { useTableColumns } from '#web/lib/table/use-table-columns.ts';
import { useTableState } from '#web/lib/table/use-table-state.ts';
import { dealerColumns } from './dealer-columns.tsx';
import { DealerDialog } from './dealer-dialog.tsx';
import { tellDealersFailure } from './dealer-words.ts';

const SIZES = [5, 10, 25, 50, 100];
/** P1-K07. */
const USUAL_SIZE = 10;

/** The dealers of the caller's part of the tree, and where they are created and edited. */
export default function DealersPage() {
  const { pageSize, setPageSize, query, setQuery } = useTableState({ pageSizes: SIZES, defaultPageSize: USUAL_SIZE });
  const searchText = query.text.trim();
  const pages = useCursorPages(`${pageSize} ${searchText}`);
  const settings = useTableColumns('dealers');
  const [edited, setEdited] = useState<Dealer | 'new'>();
  const mayAdd = useMay(dealers.create.access);
  const { data, error, isValidating, readAt, retry } = useListEndpoint(
    dealers.list,
    { pageSize, ...(pages.cursor && { cursor: pages.cursor }), ...(searchText && { searchText }) },
    { onFailure: tellDealersFailure },
  );
  const columns = useMemo(dealerColumns, []);
  const rows = data?.items;
  const add = (
    <DisabledReason reason={mayAdd ? undefined : 'Creating dealers needs the right ‘Add dealers’'}>
      <Button onClick={() => setEdited('new')}>
        <Plus size={15} aria-hidden />
        New dealer
      </Button>
    </DisabledReason>
  );
  return (
    <Flex direction="column" gap="4" p={{ base: '4', md: '6' }} pt={{ base: '3', md: '5' }}>
      <PageHeader title="Dealers" description="Your dealer and all below it, each after its parent." primary={add} />
      <DataTable<Dealer>
        name="dealers"
        label="Dealers"
        columns={columns}
        rows={rows}
        rowId={({ DealerKey }) => String(DealerKey)}
        onOpen={setEdited}
        {...settings}
        exporting={{ fileName: 'dealers' }}
        controls={
          <InputGroup startElement={<Search size={15} aria-hidden />} maxW={{ md: '20rem' }}>
            <Input
              type="search"
              aria-label="Find dealers by name or key"
              placeholder="Name or key"
              maxLength={100}
              value={query.text}
              onChange={(event) => setQuery({ ...query, text: event.target.value })}
            />
          </InputGroup>
        }
        paging={{
          size: pageSize,
          sizes: SIZES,
          onSizeChange: setPageSize,
          onNext: pages.goNext(data?.cursor),
          onPrevious: pages.goPrevious,
          ...(rows && { text: pageText({ number: pages.pageNumber, size: pageSize, shown: rows.length }) }),
        }}
        refreshing={isValidating && !data}
        {...(error && { error: error.message })}
        {...(readAt && { updatedAt: readAt })}
        onRetry={retry}
        empty={
          searchText
            ? { title: 'No dealer fits', description: 'Try the beginning of a word of its name, or its key.' }
            : { title: 'No dealer yet', description: 'Dealers below yours show here.', action: mayAdd && add }
        }
      />
      {edited && (
        <DealerDialog
          key={edited === 'new' ? 'new' : edited.DealerKey}
          dealer={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Flex>
  );
}
