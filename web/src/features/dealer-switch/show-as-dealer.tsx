import { Building2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { useSession } from '#web/lib/session.tsx';
import { DealerFinder } from './dealer-finder.tsx';

/** Who is offered the switch: those whose dealer has sub-dealers (portal-3 section 6). */
export const useHasSubDealers = (): boolean => useSession().user.hasSubDealers;

interface ShowAsDealerProps {
  /** The button that opens it, in the looks of its surroundings. */
  children: (button: { label: string; Icon: typeof Building2; open: () => void }) => React.ReactNode;
}

/** 'Show as dealer': the switcher of the side navigation. */
export function ShowAsDealer({ children }: ShowAsDealerProps) {
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {children({ label: 'Show as dealer', Icon: Building2, open: () => setOpen(true) })}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Show as dealer"
        description="See and do everything as a dealer below your own, within what you may."
        initialFocus={input}
      >
        <DealerFinder list="subDealers" by="showAsSubDealer" inputRef={input} />
      </Dialog>
    </>
  );
}
