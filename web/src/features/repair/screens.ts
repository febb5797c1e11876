import { Wrench } from 'lucide-react';
import { REPAIRERS } from '#core/repair/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/devTools/repair',
    title: 'Repair',
    access: REPAIRERS,
    load: () => import('./repair-page.tsx'),
    order: 120,
    navigation: { icon: Wrench, section: 'Dev Tools' },
  },
];
