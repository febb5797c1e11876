import { Box, Flex, IconButton } from '@chakra-ui/react';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { Tooltip } from '#web/components/tooltip/tooltip.tsx';
import { Brand } from './brand.tsx';
import { BAR_HEIGHT, NAVIGATION_WIDTH, NAVIGATION_WIDTH_COLLAPSED } from './measures.ts';
import { NavigationFooter } from './navigation-footer.tsx';
import { NavigationList } from './navigation-list.tsx';
import { NavigationSearch } from './navigation-search.tsx';

interface SideNavigationProps {
  collapsed: boolean;
  /** Absent if the window is too narrow for more than icons. */
  onCollapse?: ((collapsed: boolean) => void) | undefined;
  onOpenPalette: () => void;
}

export const SideNavigation = ({ collapsed, onCollapse, onOpenPalette }: SideNavigationProps) => (
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
      <Brand collapsed={collapsed} />
    </Flex>
    {!collapsed && (
      <Box px="2" py="2" flexShrink="0">
        <NavigationSearch onOpenPalette={onOpenPalette} />
      </Box>
    )}
    <Box flex="1" minH="0" overflowY="auto" overflowX="hidden" px="2" pt={collapsed ? '2' : '0'} pb="2">
      <NavigationList collapsed={collapsed} />
    </Box>
    <Box px="2" py="2" flexShrink="0" borderTopWidth="1px">
      <NavigationFooter collapsed={collapsed} />
      {onCollapse && (
        <Flex mt="1" justify={collapsed ? 'center' : 'flex-end'}>
          <CollapseButton collapsed={collapsed} onCollapse={onCollapse} />
        </Flex>
      )}
    </Box>
  </Flex>
);

interface CollapseButtonProps {
  collapsed: boolean;
  onCollapse: (collapsed: boolean) => void;
}

function CollapseButton({ collapsed, onCollapse }: CollapseButtonProps) {
  const label = collapsed ? 'Expand the navigation' : 'Collapse the navigation';
  const Icon = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <Tooltip content={label}>
      <IconButton variant="ghost" size="xs" color="fg.muted" aria-label={label} onClick={() => onCollapse(!collapsed)}>
        <Icon size={16} aria-hidden />
      </IconButton>
    </Tooltip>
  );
}
