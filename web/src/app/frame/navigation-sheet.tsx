import { Box, CloseButton, Drawer, Portal } from '@chakra-ui/react';
import { NavigationFooter } from './navigation-footer.tsx';
import { NavigationList } from './navigation-list.tsx';
import { NavigationSearch } from './navigation-search.tsx';

interface NavigationSheetProps {
  open: boolean;
  onClose: () => void;
}

/** The navigation on a phone: a sheet from the bottom edge. */
export const NavigationSheet = ({ open, onClose }: NavigationSheetProps) => (
  <Drawer.Root open={open} onOpenChange={(change) => !change.open && onClose()} placement="bottom">
    <Portal>
      <Drawer.Backdrop />
      <Drawer.Positioner>
        <Drawer.Content maxH="80dvh" borderTopRadius="l3">
          <Drawer.Header py="3">
            <Drawer.Title textStyle="sectionTitle">Go to</Drawer.Title>
            <Drawer.CloseTrigger asChild top="1.5" insetEnd="2">
              <CloseButton size="sm" />
            </Drawer.CloseTrigger>
          </Drawer.Header>
          <Drawer.Body px="3" pb="calc(1rem + env(safe-area-inset-bottom))">
            <Box mb="3">
              <NavigationSearch onFollow={onClose} />
            </Box>
            <NavigationList onFollow={onClose} />
            <Box mt="2" pt="2" borderTopWidth="1px">
              <NavigationFooter />
            </Box>
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Positioner>
    </Portal>
  </Drawer.Root>
);
