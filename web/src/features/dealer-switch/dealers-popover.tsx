import { Popover, Portal } from '@chakra-ui/react';
import { type ReactElement, useRef } from 'react';
import { DealerFinder } from './dealer-finder.tsx';

/** The list of dealers below its trigger. It is open from the start, because a press of the trigger loaded it. */
export function DealersPopover({ trigger }: { trigger: ReactElement }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Popover.Root
      defaultOpen
      positioning={{ placement: 'bottom-end' }}
      initialFocusEl={() => input.current}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Portal>
        <Popover.Positioner>
          <Popover.Content aria-label="Choose a dealer" w="min(22rem, calc(100vw - 1rem))" p="3">
            <DealerFinder list="headerDealers" by="showAsDealer" inputRef={input} />
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}
