import { Clock, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useMemo } from 'react';
import { CUSTOMER_READERS } from '#core/customers/access.ts';
import { dealers } from '#core/dealers/contract.ts';
import { units } from '#core/units/contract.ts';
import { users } from '#core/users/contract.ts';
import type { CommandGroup } from '#web/components/command-palette/types.ts';
import { searchDealers } from '#web/features/dealers/search-dealers.tsx';
import { searchUnits } from '#web/features/units/search-units.tsx';
import { searchUsers } from '#web/features/users/search-users.tsx';
import { useOfferedCommands } from '#web/lib/page/page-commands.ts';
import { paths } from '#web/lib/page/paths.ts';
import { type RecentUnit, useRecentUnits } from '#web/lib/page/recent-units.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { chooseColorMode } from '#web/theme/color-mode.ts';
import { SCREENS } from '../routes.ts';
import { problemCommands } from './problem-commands.tsx';
import { screenCommands } from './screen-commands.tsx';
import { useSignOut } from './use-sign-out.ts';

/** The commands of the palette: the screens with their settings, units, dealers, users and actions that the user has access to. */
export function useCommandGroups(): readonly CommandGroup[] {
  const session = useSession();
  const recent = useRecentUnits();
  const offered = useOfferedCommands();
  const leave = useSignOut();
  return useMemo(
    () => [
      ...offered,
      ...screenCommands(SCREENS, session),
      ...problemCommands(session),
      ...(session.may(units.quickSearch.access) ? unitCommands(recent) : []),
      ...(session.may(dealers.list.access) ? [{ id: 'dealers', label: 'Dealers', search: searchDealers }] : []),
      ...(session.may(users.list.access) ? [{ id: 'users', label: 'Users', search: searchUsers }] : []),
      ...(session.may(CUSTOMER_READERS)
        ? [{ id: 'customers', label: 'Customers found', search: searchCustomers }]
        : []),
      actionCommands(leave),
    ],
    [session, recent, offered, leave],
  );
}

// Loaded with the first search: the first screen stays small.
const searchCustomers: CommandGroup['search'] = async (query, signal) =>
  (await import('#web/features/customers/search-customers.tsx')).searchCustomers(query, signal);

const searchViews: CommandGroup['search'] = async (query, signal) =>
  (await import('#web/features/units/search-views.tsx')).searchViews(query, signal);

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
  { id: 'views', label: 'Views', search: searchViews },
];

const actionCommands = (leave: () => void): CommandGroup => ({
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
    { id: 'sign out', label: 'Sign out', icon: <LogOut />, keywords: ['log out', 'leave'], run: leave },
  ],
});
