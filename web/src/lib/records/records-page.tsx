import { Plus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '#core/contract.ts';
import type { RecordVersion } from '#core/records.ts';
import { ACTIONS } from '#core/severity.ts';
import type { DataColumn } from '#web/components/data-table/columns.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import type { Draft, Form } from '#web/components/form/use-form.ts';
import { EntryActions } from '#web/components/menu/entry-actions.tsx';
import { PageAction } from '#web/components/page/page-action.tsx';
import type { Output } from '../api/api.ts';
import { useEndpointMutation } from '../api/use-endpoint-mutation.ts';
import { ListPage } from '../list/list-page.tsx';
import { firstReadsOfList, type ListInput, type ListReads, useListPage } from '../list/use-list-page.ts';
import { showFailureAs } from '../messages/show.ts';
import type { FirstReads } from '../page/screen.ts';
import { useMay } from '../session/session.tsx';
import { RecordDialog } from './record-dialog.tsx';

/** The four endpoints of an area of versioned records. */
export interface RecordEndpoints {
  list: Endpoint;
  add: Endpoint;
  update: Endpoint;
  remove: Endpoint;
}

/** The inputs of a form's fields. */
interface FormFacts<Endpoints extends RecordEndpoints> {
  /** The record is being added, not edited. */
  isNew: boolean;
  /** The latest answer of the list. */
  answer: Output<Endpoints['list']> | undefined;
}

export interface RecordsPageProps<Row, Endpoints extends RecordEndpoints, Schema extends z.ZodObject> {
  title: string;
  /** The name of one record in lower case: `lead time`. */
  noun: string;
  /** The table's name: its columns and its row height are kept under it. */
  name: string;
  endpoints: Endpoints;
  /** Declared once, outside of the component. */
  columns: readonly DataColumn<Row>[];
  /** The name of this record, for buttons and questions. */
  nameOf: (row: Row) => string;
  schema: Schema;
  /** The initial values of the form for a new record. */
  initial: Draft<z.input<Schema>>;
  fields: (form: Form<Draft<z.input<Schema>>>, facts: FormFacts<Endpoints>) => ReactNode;
  /** The title of the toast when the list cannot be read. */
  failureTitle: string;
}

const readsOf = <E extends Endpoint>(name: string): ListReads<E> => ({
  name,
  pageSizes: [10, 25, 50, 100],
  defaultPageSize: 25,
  input: () => ({}) as ListInput<E>,
});

/** The first reads of the records page with these endpoints and this name. */
export const firstReadsOfRecords =
  ({ list }: Pick<RecordEndpoints, 'list'>, name: string): FirstReads =>
  (parameters) =>
    firstReadsOfList(list, readsOf(name), parameters);

/** A page that lists the records of an area, and on which people who may add, edit and delete them do so. */
export function RecordsPage<Row extends RecordVersion, Endpoints extends RecordEndpoints, Schema extends z.ZodObject>(
  props: RecordsPageProps<Row, Endpoints, Schema>,
) {
  const { title, noun, name, endpoints, nameOf, failureTitle } = props;
  const [edited, setEdited] = useState<Row | 'new'>();
  const mayAdd = useMay(endpoints.add.access);
  const mayUpdate = useMay(endpoints.update.access);
  const mayRemove = useMay(endpoints.remove.access);
  const list = useListPage<Endpoints['list'], Row>(endpoints.list, {
    ...readsOf<Endpoints['list']>(name),
    rowId: ({ id }) => id,
    onFailure: showFailureAs(failureTitle),
  });
  const remove = useRemove(props);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions do the same on every render
  const columns = useMemo(
    () =>
      mayUpdate || mayRemove
        ? [...props.columns, actionsColumn(nameOf, mayUpdate ? setEdited : undefined, mayRemove ? remove : undefined)]
        : props.columns,
    [mayUpdate, mayRemove, props.columns],
  );
  const add = mayAdd && <PageAction label={`Add ${noun}`} icon={Plus} onClick={() => setEdited('new')} />;
  return (
    <ListPage<Row>
      title={title}
      primary={add}
      list={list}
      columns={columns}
      exportColumns={props.columns}
      empty={{ title: `No ${noun} yet`, ...(mayAdd && { description: 'Add the first one.' }) }}
      {...(mayUpdate && { onOpen: setEdited })}
    >
      {edited && (
        <RecordDialog
          key={edited === 'new' ? 'new' : edited.id}
          {...props}
          row={edited === 'new' ? undefined : edited}
          answer={list.answer}
          onClose={() => setEdited(undefined)}
        />
      )}
    </ListPage>
  );
}

/** Asks, and deletes the record in the version that is shown. */
function useRemove<Row extends RecordVersion, Endpoints extends RecordEndpoints, Schema extends z.ZodObject>({
  noun,
  endpoints,
  nameOf,
}: RecordsPageProps<Row, Endpoints, Schema>) {
  const confirm = useConfirm();
  const { trigger } = useEndpointMutation<Endpoint>(endpoints.remove, {
    success: `The ${noun} was deleted`,
    refreshes: [endpoints.list],
  });
  return async (row: Row) => {
    const sure = await confirm({
      title: `Delete the ${noun} ${nameOf(row)}?`,
      actionLabel: `Delete ${noun}`,
      ...ACTIONS.deleteRecord,
    });
    if (sure) await trigger({ id: row.id, version: row.version });
  };
}

const actionsColumn = <Row,>(
  nameOf: (row: Row) => string,
  onEdit: ((row: Row) => void) | undefined,
  onDelete: ((row: Row) => Promise<void>) | undefined,
): DataColumn<Row> => ({
  id: 'actions',
  size: 88,
  enableSorting: false,
  cell: ({ row: { original } }) => (
    <EntryActions
      name={nameOf(original)}
      {...(onEdit && { onEdit: () => onEdit(original) })}
      {...(onDelete && { onDelete: () => void onDelete(original) })}
    />
  ),
  meta: { label: 'Actions', locked: true, align: 'end', card: 'aside' },
});
