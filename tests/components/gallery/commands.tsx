import { Cpu, FileText, Users } from 'lucide-react';
import type { Command, CommandGroup } from '#web/components/command-palette/types.ts';

const screens: Command[] = [
  { id: 'units', label: 'Units', hint: 'All units', icon: <Cpu />, shortcut: ['g', 'u'], href: '/table' },
  { id: 'customers', label: 'Customers', icon: <Users />, shortcut: ['g', 'c'], href: '/forms' },
  { id: 'parts', label: 'Failed to download', hint: 'Reports', icon: <FileText />, keywords: ['firmware'], href: '/' },
  ...Array.from({ length: 60 }, (_, index) => ({
    id: `s${index}`,
    label: `Report ${index + 1}`,
    hint: 'Reports',
    icon: <FileText />,
    href: `/?r=${index}`,
  })),
];

const found = (query: string): Command[] =>
  Array.from({ length: 5 }, (_, index) => ({
    id: `found-${query}-${index}`,
    label: `4001${query.slice(0, 2)}${index}`,
    hint: 'MXD-LTE · Summit Medical',
    icon: <Cpu />,
    href: `/table?found=${index}`,
  }));

export const GROUPS: readonly CommandGroup[] = [
  { id: 'screens', label: 'Screens', commands: screens },
  {
    id: 'found',
    label: 'Found',
    search: async (query) => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      if (query === 'fail') throw new Error('The search is away');
      return found(query);
    },
  },
];
