import { Clock, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useMemo } from 'react';
import { units } from '#core/units/contract.ts';
import type { Command, CommandGroup } from '#web/components/command-palette/types.ts';
import { searchUnits } from '#web/features/units/search-units.tsx';
import { useOfferedCommands } from '#web/lib/page/page-commands.ts';
import { paths } from '#web/lib/page/paths.ts';
import { type RecentUnit, useRecentUnits } from '#web/lib/page/recent-units.ts';
import { type Session, useSession } from '#web/lib/session/session.tsx';
import { signOut } from '#web/lib/session/sign-out.ts';
import { chooseColorMode } from '#web/theme/color-mode.ts';
import { navigationFor } from '../route-table.ts';
import { SCREENS } from '../routes.ts';

/** The commands of the palette: the screens, units and actions that the user has access to. */
export function useCommandGroups(): readonly CommandGroup[] {
  const session = useSession();
  const recent = useRecentUnits();
  const offered = useOfferedCommands();
  return useMemo(
    () => [
      ...offered,
      screenCommands(session),
      ...(session.may(units.quickSearch.access) ? unitCommands(recent) : []),
      actionCommands,
    ],
    [session, recent, offered],
  );
}

const screenCommands = ({ holder }: Session): CommandGroup => ({
  id: 'screens',
  label: 'Screens',
  commands: navigationFor(SCREENS, holder).flatMap(({ section, screens }) =>
    screens.map(
      ({ path, title, navigation: { icon: Icon, key } }): Command => ({
        id: `screen ${path}`,
        label: title,
        href: path,
        icon: <Icon />,
        ...(section ? { hint: section } : {}),
        ...(key ? { shortcut: ['g', key] } : {}),
      }),
    ),
  ),
});

const unitCommands = (recent: readonly RecentUnit[]): CommandGroup[] => [
  {
    id: 'recent-units',
    label: 'Recent units',
    commands: recent.map(({ UnitSerNum, UnitModel }) => ({
      id: `unit ${UnitSerNum}`,
      label: UnitSerNum,
      hint: UnitModel,
      href: paths.unit(UnitSerNum),
      icon: <Clock />,
    })),
  },
  { id: 'units', label: 'Units', search: searchUnits },
];

const actionCommands: CommandGroup = {
  id: 'actions',
  label: 'Actions',
  commands: [
    { id: 'theme light', label: 'Use the light theme', icon: <Sun />, run: () => chooseColorMode('light') },
    { id: 'theme dark', label: 'Use the dark theme', icon: <Moon />, run: () => chooseColorMode('dark') },
    {
      id: 'theme system',
      label: 'Let the system choose the theme',
      icon: <Monitor />,
      run: () => chooseColorMode('system'),
    },
    { id: 'sign out', label: 'Sign out', icon: <LogOut />, keywords: ['log out', 'leave'], run: () => signOut() },
  ],
};
