import { IconButton } from '@chakra-ui/react';
import { Pencil, Trash2 } from 'lucide-react';
import { EDITS_ROW } from './edits-row.ts';

interface EntryActionsProps {
  /** Names the entry for screen readers. */
  name: string;
  /** Absent where the person may not. */
  onEdit?: () => void;
  onDelete?: () => void;
}

/** Edits and deletes one entry of a list. */
export const EntryActions = ({ name, onEdit, onDelete }: EntryActionsProps) => (
  <>
    {onEdit && (
      <IconButton size="xs" variant="ghost" aria-label={`Edit ${name}`} {...EDITS_ROW} onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
    )}
    {onDelete && (
      <IconButton size="xs" variant="ghost" aria-label={`Delete ${name}`} onClick={onDelete}>
        <Trash2 aria-hidden />
      </IconButton>
    )}
  </>
);
