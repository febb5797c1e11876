import { Box, chakra, Flex, IconButton } from '@chakra-ui/react';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { Link } from 'react-router';
import { Tooltip } from '#web/components/tooltip.tsx';
import { paths } from '#web/lib/paths.ts';
import { Mark } from './mark.tsx';
import { BAR_HEIGHT, NAVIGATION_WIDTH, NAVIGATION_WIDTH_COLLAPSED } from './measures.ts';
import { NavigationList } from './navigation-list.tsx';

interface SideNavigationProps {
  collapsed: boolean;
  /** Absent where the window is too narrow for anything but icons. */
  onCollapse?: (collapsed: boolean) => void;
}

export function SideNavigation({ collapsed, onCollapse }: SideNavigationProps) {
  const label = collapsed ? 'Expand the navigation' : 'Collapse the navigation';
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <Flex
      as="nav"
      aria-label="Screens"
      direction="column"
      flexShrink="0"
      w={collapsed ? NAVIGATION_WIDTH_COLLAPSED : NAVIGATION_WIDTH}
      bg="bg.subtle"
      borderRightWidth="1px"
      transition="width 120ms"
    >
      <Flex align="center" h={BAR_HEIGHT} px="4" flexShrink="0">
        <BrandLink asChild>
          <Link to={paths.home} aria-label="Watchkeep, to the start">
            <Mark />
            {!collapsed && 'Watchkeep'}
          </Link>
        </BrandLink>
      </Flex>
      <Box flex="1" minH="0" overflowY="auto" overflowX="hidden" px="2" py="2">
        <NavigationList collapsed={collapsed} />
      </Box>
      {onCollapse && (
        <Flex p="2" justify={collapsed ? 'center' : 'flex-end'}>
          <Tooltip content={label}>
            <IconButton
              variant="ghost"
              size="xs"
              color="fg.muted"
              aria-label={label}
              onClick={() => onCollapse(!collapsed)}
            >
              <Icon size={16} aria-hidden />
            </IconButton>
          </Tooltip>
        </Flex>
      )}
    </Flex>
  );
}

const BrandLink = chakra('a', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    fontWeight: '600',
    fontSize: '0.9375rem',
    letterSpacing: '-0.01em',
    borderRadius: 'l2',
    focusVisibleRing: 'outside',
  },
});
