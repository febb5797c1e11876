import { HISTORY_READERS } from '#core/history/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/unit/history',
    title: 'Unit history',
    access: HISTORY_READERS,
    load: () => import('./history-page.tsx'),
    order: 32,
    parent: '/unitManagement',
    namedByPage: true,
  },
];
