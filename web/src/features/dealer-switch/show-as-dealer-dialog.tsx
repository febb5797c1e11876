import { useRef } from 'react';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { DealerFinder } from './dealer-finder.tsx';

interface ShowAsDealerDialogProps {
  open: boolean;
  onClose: () => void;
}

/** The switcher of the side navigation, for users whose dealer has sub-dealers. */
export function ShowAsDealerDialog({ open, onClose }: ShowAsDealerDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Show as dealer"
      description="See and do everything as a dealer below your own, within what you may."
      initialFocus={input}
    >
      <DealerFinder list="subDealers" by="showAsSubDealer" inputRef={input} />
    </Dialog>
  );
}
