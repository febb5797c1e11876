import { Button, chakra, IconButton } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { Dialog } from '../dialog/dialog.tsx';

interface OutOfSightDialogProps {
  open: boolean;
  onClose: () => void;
  /** The ids of the selected rows that are not in sight. */
  rows: readonly string[];
  onRemove: (rows: readonly string[]) => void;
}

/** The selected rows that another page or another search shows. They can be removed from the selection. */
export const OutOfSightDialog = ({ open, onClose, rows, onRemove }: OutOfSightDialogProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    size="sm"
    title="Selected and not in sight"
    description="They were selected on another page or in another search. Actions include them."
    footer={
      <>
        <Button variant="outline" onClick={() => onRemove(rows)}>
          Remove all from the selection
        </Button>
        <Button onClick={onClose}>Close</Button>
      </>
    }
  >
    <chakra.ul maxH="20rem" overflowY="auto" aria-label="Selected and not in sight">
      {rows.map((id) => (
        <chakra.li key={id} display="flex" alignItems="center" justifyContent="space-between" gap="2" py="0.5">
          <chakra.span textStyle="identifier">{id}</chakra.span>
          <IconButton
            size="xs"
            variant="ghost"
            aria-label={`Remove ${id} from the selection`}
            onClick={() => onRemove([id])}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </chakra.li>
      ))}
    </chakra.ul>
  </Dialog>
);
