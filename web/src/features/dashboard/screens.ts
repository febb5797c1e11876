import { LayoutDashboard } from 'lucide-react';
import { staff } from '#core/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/',
    title: 'Dashboard',
    access: staff,
    load: () => import('./dashboard-page.tsx'),
    shape: 'panels',
    order: 10,
    navigation: { icon: LayoutDashboard, key: 'd' },
  },
];
