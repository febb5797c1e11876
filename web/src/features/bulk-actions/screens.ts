import { ListChecks } from 'lucide-react';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/reports/bulkChangeStatus',
    title: 'Bulk actions',
    access: bulkActions.list.access,
    load: () => import('./bulk-actions-page.tsx'),
    order: 80,
    navigation: { icon: ListChecks, section: 'Reports' },
  },
  {
    path: '/reports/bulkChangeStatus/detail',
    title: 'Bulk action',
    access: bulkActions.detail.access,
    load: () => import('./bulk-action-page.tsx'),
    order: 81,
    parent: '/reports/bulkChangeStatus',
    namedByPage: true,
  },
];
