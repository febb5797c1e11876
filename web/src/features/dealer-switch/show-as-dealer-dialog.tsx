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
      description="Use the portal as one of your sub-dealers, with your own rights."
      initialFocus={input}
    >
      <DealerFinder list="subDealers" by="showAsSubDealer" inputRef={input} />
    </Dialog>
  );
}
