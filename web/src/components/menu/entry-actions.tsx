import { IconButton } from '@chakra-ui/react';
import { Pencil, Trash2 } from 'lucide-react';

interface EntryActionsProps {
  /** What it is about, for screen readers. */
  name: string;
  onEdit: () => void;
  onDelete: () => void;
}

/** Edit and delete of one thing in a list. */
export const EntryActions = ({ name, onEdit, onDelete }: EntryActionsProps) => (
  <>
    <IconButton size="xs" variant="ghost" aria-label={`Edit ${name}`} onClick={onEdit}>
      <Pencil aria-hidden />
    </IconButton>
    <IconButton size="xs" variant="ghost" aria-label={`Delete ${name}`} onClick={onDelete}>
      <Trash2 aria-hidden />
    </IconButton>
  </>
);
