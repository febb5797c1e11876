import { CardSim, Cpu, GitCompareArrows } from 'lucide-react';
import { holdingBoth } from '#core/access.ts';
import { DEVELOPERS } from '#core/dev-tools/access.ts';
import { SIM_READERS } from '#core/sims/access.ts';
import { UNIT_EDITORS, UNIT_IMPORTERS, UNIT_READERS } from '#core/units/access.ts';
import { units } from '#core/units/contract.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/unitManagement',
    title: 'Units',
    access: units.list.access,
    load: () => import('./units-page.tsx'),
    order: 30,
    navigation: { icon: Cpu, key: 'u' },
  },
  {
    path: '/unitManagement/unitEdit',
    title: 'Unit',
    access: units.get.access,
    load: () => import('./unit-page/unit-page.tsx'),
    shape: 'summary',
    order: 31,
    parent: '/unitManagement',
    namedByPage: true,
  },
  {
    path: '/unitManagement/console',
    title: 'Console',
    access: UNIT_EDITORS,
    load: () => import('./unit-page/console-page.tsx'),
    shape: 'summary',
    order: 33,
    parent: '/unitManagement',
    namedByPage: true,
  },
  {
    path: '/unitManagement/import',
    title: 'Bring in units',
    access: UNIT_IMPORTERS,
    load: () => import('./import-units-page.tsx'),
    shape: 'settings',
    order: 32,
    parent: '/unitManagement',
  },
  {
    path: '/reports/simDifferences',
    title: 'SIM differences',
    access: SIM_READERS,
    load: () => import('./sim-differences-page.tsx'),
    order: 119,
    navigation: { icon: GitCompareArrows, section: 'Reports' },
  },
  {
    path: '/devTools/verizonSim',
    title: 'SIM tool',
    access: holdingBoth(DEVELOPERS, UNIT_READERS),
    load: () => import('./sim-tool-page.tsx'),
    shape: 'settings',
    order: 158,
    navigation: { icon: CardSim, section: 'Dev Tools' },
  },
];
