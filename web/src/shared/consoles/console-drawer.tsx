import { Drawer, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface ConsoleDrawerProps {
  open: boolean;
  /** It fills the window. */
  isFull?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The console on a narrow screen. It keeps running while the drawer is closed. */
export const ConsoleDrawer = ({ open, isFull = false, onClose, children }: ConsoleDrawerProps) => (
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
        <Drawer.Content maxW={isFull ? '100vw' : 'min(26.25rem, 100vw)'} aria-label="Console">
          {children}
        </Drawer.Content>
      </Drawer.Positioner>
    </Portal>
  </Drawer.Root>
);
