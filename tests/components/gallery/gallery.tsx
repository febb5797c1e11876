import { Box, Flex } from '@chakra-ui/react';
import { type ComponentType, useState } from 'react';
import { useLocation } from 'react-router';
import { CommandPalette } from '#web/components/command-palette/command-palette.tsx';
import { ConfirmProvider } from '#web/components/dialog/confirm-provider.tsx';
import { Toasts } from '#web/components/messages/toaster.tsx';
import { ShortcutsHelp } from '#web/components/shortcuts/shortcuts-help.tsx';
import { LeaveGuard } from '#web/components/unsaved/leave-guard.tsx';
import { GROUPS } from './commands.tsx';
import { FocusView } from './focus-view.tsx';
import { FormsView } from './forms-view.tsx';
import { OverlaysView } from './overlays-view.tsx';
import { PartsView } from './parts-view.tsx';
import { TableView } from './table-view.tsx';

const VIEWS: Readonly<Record<string, ComponentType>> = {
  '/table': TableView,
  '/forms': FormsView,
  '/overlays': OverlaysView,
  '/focus': FocusView,
};

export function Gallery() {
  const { pathname } = useLocation();
  const [palette, setPalette] = useState(false);
  const View = VIEWS[pathname] ?? PartsView;
  return (
    <ConfirmProvider>
      <LeaveGuard />
      <Flex as="main" direction="column" h={{ md: '100dvh' }} minH="100dvh" bg="bg">
        <Box display="flex" flexDirection="column" flex="1" minH="0" px={{ base: '4', md: '6' }} py="4">
          <View />
        </Box>
      </Flex>
      <CommandPalette groups={GROUPS} open={palette} onOpenChange={setPalette} />
      <ShortcutsHelp />
      <Toasts />
    </ConfirmProvider>
  );
}
