import { Bookmark } from 'lucide-react';
import { REPORT_SAVERS } from '#core/saved-reports/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/reports/saved',
    title: 'Saved reports',
    access: REPORT_SAVERS,
    load: () => import('./saved-reports-page.tsx'),
    order: 147,
    navigation: { icon: Bookmark, section: 'Reports' },
  },
];
