import { chakra } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Tooltip } from '#web/components/tooltip/tooltip.tsx';
import type { NavigableScreen } from '../route-table.ts';

interface NavigationItemProps {
  screen: NavigableScreen;
  current: boolean;
  collapsed: boolean;
  onFollow: (() => void) | undefined;
}

export function NavigationItem({ screen, current, collapsed, onFollow }: NavigationItemProps) {
  const { icon: Icon } = screen.navigation;
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (current) item.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <li ref={item}>
      <Tooltip content={collapsed ? screen.title : ''}>
        <NavigationLink asChild data-collapsed={collapsed || undefined}>
          <Link
            to={screen.path}
            aria-current={current ? 'page' : undefined}
            aria-label={collapsed ? screen.title : undefined}
            onClick={onFollow}
          >
            <Icon size={16} aria-hidden />
            {!collapsed && screen.title}
          </Link>
        </NavigationLink>
      </Tooltip>
    </li>
  );
}

export const NavigationLink = chakra('a', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    h: { base: '10', md: '8' },
    px: '2.5',
    borderRadius: 'l2',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
    focusVisibleRing: 'inside',
    _hover: { bg: 'bg.emphasized/60', color: 'fg' },
    '&[aria-current=page]': { bg: 'bg.emphasized/70', color: 'fg', fontWeight: '600', '& svg': { color: 'accent.fg' } },
    '&[data-collapsed]': { justifyContent: 'center', px: '0' },
    '& svg': { flexShrink: 0 },
  },
});
