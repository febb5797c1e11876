import { Box, Flex, IconButton } from '@chakra-ui/react';
import { Menu as MenuIcon } from 'lucide-react';
import { dealerSwitch } from '#core/dealer-switch/contract.ts';
import { HeaderDealers } from '#web/features/dealer-switch/header-dealers.tsx';
import { useMay } from '#web/lib/session/session.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { ColorModeButton } from './color-mode-button.tsx';
import { LiveDot } from './live-dot.tsx';
import { BAR_HEIGHT } from './measures.ts';
import { SearchButton } from './search-button.tsx';
import { UserMenu } from './user-menu.tsx';

interface TopBarProps {
  /** Present on a phone, where the navigation is a sheet. */
  onOpenNavigation: (() => void) | undefined;
  /** Absent where the navigation has the search: the frame has one. */
  onOpenPalette: (() => void) | undefined;
}

/** The breadcrumbs and the actions of every screen. */
export const TopBar = ({ onOpenNavigation, onOpenPalette }: TopBarProps) => (
  <Flex
    as="header"
    align="center"
    gap="2"
    h={BAR_HEIGHT}
    ps={{ base: '3', md: '6' }}
    pe="3"
    borderBottomWidth="1px"
    flexShrink="0"
  >
    {onOpenNavigation && (
      <IconButton variant="ghost" size="sm" ms="-1" aria-label="Open the navigation" onClick={onOpenNavigation}>
        <MenuIcon size={18} aria-hidden />
      </IconButton>
    )}
    <Box flex="1" minW="0">
      <Breadcrumbs />
    </Box>
    <HeaderDropDown />
    {onOpenPalette && <SearchButton onOpen={onOpenPalette} />}
    <LiveDot />
    <ColorModeButton />
    <UserMenu />
  </Flex>
);

/** The dealers to choose from, where the user has engineer access. */
const HeaderDropDown = () => (useMay(dealerSwitch.headerDealers.access) ? <HeaderDealers /> : null);
