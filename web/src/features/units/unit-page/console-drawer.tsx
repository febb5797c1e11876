import { Drawer, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface ConsoleDrawerProps {
  open: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The console where it does not fit beside the unit. It goes on while the drawer is shut. */
export const ConsoleDrawer = ({ open, onClose, children }: ConsoleDrawerProps) => (
  <Drawer.Root
    open={open}
    onOpenChange={(details) => !details.open && onClose()}
    placement="end"
    lazyMount
    unmountOnExit
  >
    <Portal>
      <Drawer.Backdrop />
      <Drawer.Positioner>
        <Drawer.Content maxW="min(26.25rem, 100vw)" aria-label="Console">
          {children}
        </Drawer.Content>
      </Drawer.Positioner>
    </Portal>
  </Drawer.Root>
);
