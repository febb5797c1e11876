import { Button, chakra, Popover, Portal } from '@chakra-ui/react';
import { Building2, ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { useSession } from '#web/lib/session/session.tsx';
import { DealerFinder } from './dealer-finder.tsx';

/** The drop-down of the header, for engineers: any dealer of their tree. */
export function HeaderDealers() {
  const { user } = useSession();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Popover.Root
      positioning={{ placement: 'bottom-end' }}
      initialFocusEl={() => input.current}
      lazyMount
      unmountOnExit
    >
      <Popover.Trigger asChild>
        <Button
          variant="ghost"
          size="xs"
          px="1.5"
          gap="1.5"
          maxW="12rem"
          fontWeight="normal"
          aria-label={`Dealer: ${user.dealerName}. Choose another`}
        >
          <Building2 size={15} aria-hidden />
          <chakra.span hideBelow="lg" overflow="hidden" textOverflow="ellipsis">
            {user.dealerName}
          </chakra.span>
          <ChevronDown size={14} aria-hidden />
        </Button>
      </Popover.Trigger>
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
