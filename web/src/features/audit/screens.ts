import { History } from 'lucide-react';
import { AUDIT_READERS } from '#core/audit/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/admin/audit',
    title: 'Audit',
    access: AUDIT_READERS,
    load: () => import('./audit-page.tsx'),
    order: 70,
    navigation: { icon: History, section: 'Administration' },
  },
];
