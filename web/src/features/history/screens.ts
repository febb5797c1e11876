import { history } from '#core/history/contract.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/unit/history',
    title: 'Unit history',
    access: history.pingLog.access,
    load: () => import('./history-page.tsx'),
    order: 32,
    parent: '/unitManagement',
    namedByPage: true,
  },
];
