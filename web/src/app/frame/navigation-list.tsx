import { Box, chakra } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import { useLocation } from 'react-router';
import { units } from '#core/units/contract.ts';
import { useKeptState } from '#web/lib/page/kept-state.ts';
import type { Screen } from '#web/lib/page/screen.ts';
import type { Section } from '#web/lib/page/sections.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { type NavigationGroup, navigationFor, screenAt, trailTo } from '../route-table.ts';
import { SCREENS } from '../routes.ts';
import { NavigationItem } from './navigation-item.tsx';
import { RecentUnits } from './recent-units.tsx';
import { SectionButton } from './section-button.tsx';

interface NavigationListProps {
  collapsed?: boolean;
  /** Called when a link is followed, so that a sheet can close. */
  onFollow?: () => void;
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

export function NavigationList({ collapsed = false, onFollow }: NavigationListProps) {
  const { holder, may } = useSession();
  const { pathname } = useLocation();
  const [closed, setClosed] = useKeptState<string[]>('watchkeep.closed-sections', [], isTextList);
  const here = screenAt(SCREENS, pathname);
  const trail = here ? trailTo(SCREENS, here) : [];

  const toggle = (section: Section) =>
    setClosed(closed.includes(section) ? closed.filter((each) => each !== section) : [...closed, section]);

  return (
    <>
      {navigationFor(SCREENS, holder).map((group) => (
        <NavigationSection
          key={group.section ?? 'top'}
          group={group}
          trail={trail}
          collapsed={collapsed}
          open={collapsed || !group.section || !closed.includes(group.section)}
          onToggle={toggle}
          onFollow={onFollow}
        />
      ))}
      {!collapsed && may(units.get.access) && <RecentUnits onFollow={onFollow} />}
    </>
  );
}

interface NavigationSectionProps {
  group: NavigationGroup;
  trail: readonly Screen[];
  collapsed: boolean;
  open: boolean;
  onToggle: (section: Section) => void;
  onFollow: (() => void) | undefined;
}

function NavigationSection({ group, trail, collapsed, open, onToggle, onFollow }: NavigationSectionProps) {
  const { section, screens } = group;
  return (
    <Box
      mb={collapsed ? '0' : '3'}
      borderTopWidth={collapsed && section ? '1px' : '0'}
      py={collapsed && section ? '2' : '0'}
    >
      {section && !collapsed && (
        <SectionButton aria-expanded={open} onClick={() => onToggle(section)}>
          {section}
          <ChevronRight size={14} aria-hidden />
        </SectionButton>
      )}
      {open && (
        <chakra.ul display="flex" flexDirection="column" gap="0.5">
          {screens.map((screen) => (
            <NavigationItem
              key={screen.path}
              screen={screen}
              current={trail.includes(screen)}
              collapsed={collapsed}
              onFollow={onFollow}
            />
          ))}
        </chakra.ul>
      )}
    </Box>
  );
}
