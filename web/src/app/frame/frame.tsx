import { Box, Flex } from '@chakra-ui/react';
import { type ReactNode, useEffect, useState } from 'react';
import { keepFocus } from '#web/components/focus/keep-focus.ts';
import { useLateComponent } from '#web/components/hooks/use-late-component.ts';
import { useIsPhone, useMedia } from '#web/components/hooks/use-media.ts';
import { useKeptState } from '#web/lib/page/kept-state.ts';
import { useIsRoomNeeded } from '#web/lib/page/page-room.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { hasNavigation } from '../route-table.ts';
import { CurrentScreen } from '../screen-view.tsx';
import { useOffersQuickSearch } from './navigation-search.tsx';
import { Palette } from './palette.tsx';
import { SideNavigation } from './side-navigation.tsx';
import { SkipLink } from './skip-link.tsx';
import { TopBar } from './top-bar.tsx';
import { useNavigationKeys } from './use-navigation-keys.ts';
import { usePreparedLinks } from './use-prepared-links.ts';

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** The frame around every screen behind the login. `banner` shows on whose behalf the user acts. */
export function Frame({ banner }: { banner?: ReactNode }) {
  const { holder } = useSession();
  const navigable = hasNavigation(holder);
  const isPhone = useIsPhone();
  const isNarrow = useMedia('(max-width: 63.99rem)');
  const isFolded = useIsRoomNeeded() || isNarrow;
  const [collapsed, setCollapsed] = useKeptState('watchkeep.navigation-collapsed', false, isBoolean);
  const [sheetOpen, setSheetOpen] = useState(false);
  const [NavigationSheet, loadSheet] = useLateComponent(
    async () => (await import('./navigation-sheet.tsx')).NavigationSheet,
  );
  const [paletteOpen, setPaletteOpen] = useState(false);
  const openPalette = () => setPaletteOpen(true);
  const searchesInNavigation = useOffersQuickSearch() && navigable && !isPhone && !collapsed && !isFolded;
  useNavigationKeys();
  usePreparedLinks();
  useEffect(keepFocus, []);

  return (
    <Flex h="100dvh" overflow="hidden">
      <SkipLink />
      {navigable && !isPhone && (
        <SideNavigation
          collapsed={collapsed || isFolded}
          onCollapse={isFolded ? undefined : setCollapsed}
          onOpenPalette={openPalette}
        />
      )}
      <Flex direction="column" flex="1" minW="0">
        <TopBar
          onOpenNavigation={navigable && isPhone ? () => void loadSheet(() => setSheetOpen(true)) : undefined}
          onOpenPalette={searchesInNavigation ? undefined : openPalette}
        />
        {banner}
        <Box
          as="main"
          id="content"
          tabIndex={-1}
          position="relative"
          flex="1"
          minH="0"
          overflowY="auto"
          // What gets the focus is scrolled clear of a bar at the bottom.
          scrollPaddingBottom="16"
          outline="0"
        >
          <CurrentScreen />
        </Box>
      </Flex>
      {navigable && isPhone && NavigationSheet && (
        <NavigationSheet open={sheetOpen} onClose={() => setSheetOpen(false)} />
      )}
      <Palette open={paletteOpen} onOpenChange={setPaletteOpen} />
    </Flex>
  );
}
