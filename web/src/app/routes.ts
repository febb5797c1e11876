import { Building2, Cpu, History, LayoutDashboard, ListChecks, SlidersHorizontal, Users } from 'lucide-react';
import { signedIn, staff } from '#core/access.ts';
import { audit } from '#core/audit/contract.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import { dealers } from '#core/dealers/contract.ts';
import { units } from '#core/units/contract.ts';
import { userSettings } from '#core/user-settings/contract.ts';
import { users } from '#core/users/contract.ts';
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
    load: () => import('#web/features/monitoring-centers/monitoring-center-page.tsx'),
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
    load: () => import('#web/features/units/unit-page/unit-page.tsx'),
    parent: '/unitManagement',
    namedByPage: true,
  },
  {
    path: '/dealers',
    title: 'Dealers',
    access: dealers.list.access,
    load: () => import('#web/features/dealers/dealers-page.tsx'),
    navigation: { icon: Building2, section: 'Administration' },
  },
  {
    path: '/admin/dealerSettings',
    title: 'Dealer settings',
    access: dealerSettings.get.access,
    load: () => import('#web/features/dealer-settings/dealer-settings-page.tsx'),
    navigation: { icon: SlidersHorizontal, section: 'Administration' },
  },
  {
    path: '/admin/UserManagement',
    title: 'Users',
    access: users.list.access,
    load: () => import('#web/features/users/users-page.tsx'),
    navigation: { icon: Users, section: 'Administration' },
  },
  {
    path: '/admin/audit',
    title: 'Audit',
    access: audit.ofDealer.access,
    load: () => import('#web/features/audit/audit-page.tsx'),
    navigation: { icon: History, section: 'Administration' },
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
  {
    path: '/userSettings',
    title: 'User settings',
    access: userSettings.read.access,
    load: () => import('#web/features/user-settings/user-settings-page.tsx'),
  },
];
