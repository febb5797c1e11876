import { Button, chakra, Flex } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ACTIONS } from '#core/severity.ts';
import { unitNotes } from '#core/unit-notes/contract.ts';
import type { Note } from '#core/unit-notes/note.ts';
import type { Unit } from '#core/units/unit.ts';
import { type DataColumn, TIME_WIDTH } from '#web/components/data-table/columns.ts';
import { useConfirm } from '#web/components/dialog/confirm.ts';
import { EntryActions } from '#web/components/menu/entry-actions.tsx';
import { ExactTime } from '#web/components/text/relative-time.tsx';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { ListTable } from '#web/lib/list/list-table.tsx';
import { useListPage } from '#web/lib/list/use-list-page.ts';
import { useMay } from '#web/lib/session/session.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { TagsPanel } from './tags-panel.tsx';

/** The tags of a unit, and the notes that people wrote on it. */
export function NotesTab({ unit }: { unit: Unit }) {
  return (
    <Flex direction="column" gap="6">
      <TagsPanel unit={unit} />
      <Notes UnitSerNum={unit.UnitSerNum} />
    </Flex>
  );
}

function Notes({ UnitSerNum }: { UnitSerNum: string }) {
  const [opened, setOpened] = useState<Note | 'new'>();
  const mayWrite = useMay(unitNotes.addNote.access);
  const remove = useDeleteNote(UnitSerNum);
  const list = useListPage(unitNotes.notes, {
    name: 'unitNotes',
    pageSizes: [10, 25, 50, 100],
    defaultPageSize: 25,
    input: ({ text }) => ({ id: UnitSerNum, ...(text && { searchText: text }) }),
    rowId: ({ noteKey }) => noteKey,
  });
  const write = mayWrite && (
    <Button size="sm" onClick={() => setOpened('new')}>
      <Plus size={15} aria-hidden />
      Write a note
    </Button>
  );
  return (
    <chakra.section aria-label="Notes" display="flex" flexDirection="column" gap="3">
      <Flex justify="space-between" align="center" gap="3">
        <chakra.h2 textStyle="sectionTitle">Notes</chakra.h2>
        {write}
      </Flex>
      <ListTable<Note>
        label="Notes"
        list={list}
        columns={[...COLUMNS, ...(mayWrite ? [actions({ onEdit: setOpened, onDelete: remove })] : [])]}
        search={{ label: 'Find notes', placeholder: 'A text in the note' }}
        sortable={false}
        fileName={`notes ${UnitSerNum}`}
        exportColumns={COLUMNS}
        empty={
          list.query.text
            ? { title: 'No note has this text', description: 'Try a part of a word.' }
            : { title: 'No note yet', description: 'Your colleagues can read what you write here.' }
        }
      />
      {opened && (
        <NoteDialog
          UnitSerNum={UnitSerNum}
          note={opened === 'new' ? undefined : opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </chakra.section>
  );
}

/** Asks, then deletes a note. */
function useDeleteNote(UnitSerNum: string) {
  const confirm = useConfirm();
  const { trigger } = useEndpointMutation(unitNotes.deleteNote, { refreshes: [unitNotes.notes] });
  return async ({ noteKey, version, authorName }: Note) => {
    const sure = await confirm({
      title: `Delete the note of ${authorName}?`,
      consequence: 'Nobody can read it here any more. The history of changes keeps its text.',
      actionLabel: 'Delete note',
      ...ACTIONS.deleteRecord,
    });
    if (sure) await trigger({ UnitSerNum, noteKey, version });
  };
}

const COLUMNS: DataColumn<Note>[] = [
  {
    accessorKey: 'writtenAt',
    size: TIME_WIDTH,
    cell: ({ row }) => <ExactTime at={row.original.writtenAt} />,
    meta: { label: 'Written', locked: true, card: 'title' },
  },
  { accessorKey: 'authorName', size: 160, meta: { label: 'Author' } },
  {
    accessorKey: 'text',
    size: 400,
    cell: ({ row }) => (
      <chakra.span whiteSpace="pre-wrap" overflowWrap="anywhere">
        {row.original.text}
      </chakra.span>
    ),
    meta: { label: 'Note', grows: true },
  },
  {
    id: 'editedAt',
    accessorFn: ({ editedAt }) => editedAt,
    size: TIME_WIDTH,
    cell: ({ row: { original } }) => original.editedAt && <ExactTime at={original.editedAt} />,
    meta: { label: 'Changed' },
  },
];

interface NoteActions {
  onEdit: (note: Note) => void;
  onDelete: (note: Note) => Promise<void>;
}

const actions = ({ onEdit, onDelete }: NoteActions): DataColumn<Note> => ({
  id: 'actions',
  size: 90,
  cell: ({ row: { original } }) =>
    original.mayDelete && (
      <EntryActions
        name={`the note of ${original.authorName}`}
        {...(original.isOwn && { onEdit: () => onEdit(original) })}
        onDelete={() => void onDelete(original)}
      />
    ),
  meta: { label: 'Actions', locked: true },
});
