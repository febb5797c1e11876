import { Cpu } from 'lucide-react';
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
];
