import { LayoutDashboard } from 'lucide-react';
import { staff } from '#core/access.ts';
import type { Screen } from './route-table.ts';

/** Every screen behind the login. The first one that a user may open is where they begin. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/',
    title: 'Dashboard',
    access: staff,
    load: () => import('#web/features/dashboard/dashboard-page.tsx'),
    navigation: { icon: LayoutDashboard, key: 'd' },
  },
];
