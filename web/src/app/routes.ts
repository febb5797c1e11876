import { Cpu, LayoutDashboard, ListChecks } from 'lucide-react';
import { signedIn, staff } from '#core/access.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { units } from '#core/units/contract.ts';
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
  {
    path: '/monitoringCenter',
    title: 'Monitoring centre',
    // The first, and beside their own settings the only one, of monitoring centres.
    access: signedIn,
    load: () => import('#web/features/monitoring-centre/monitoring-centre-page.tsx'),
  },
  {
    path: '/unitManagement',
    title: 'Units',
    access: units.list.access,
    load: () => import('#web/features/units/units-page.tsx'),
    navigation: { icon: Cpu, key: 'u' },
  },
  {
    path: '/unitManagement/unitEdit',
    title: 'Unit',
    access: units.get.access,
    load: () => import('#web/features/unit/unit-page.tsx'),
    parent: '/unitManagement',
    namedByPage: true,
  },
  {
    path: '/reports/bulkChangeStatus',
    title: 'Bulk actions',
    access: bulkActions.list.access,
    load: () => import('#web/features/bulk-actions/bulk-actions-page.tsx'),
    navigation: { icon: ListChecks, section: 'Reports' },
  },
  {
    path: '/reports/bulkChangeStatus/detail',
    title: 'Bulk action',
    access: bulkActions.detail.access,
    load: () => import('#web/features/bulk-actions/bulk-action-page.tsx'),
    parent: '/reports/bulkChangeStatus',
    namedByPage: true,
  },
];
