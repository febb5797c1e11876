import { History } from 'lucide-react';
import { audit } from '#core/audit/contract.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/admin/audit',
    title: 'Audit',
    access: audit.ofDealer.access,
    load: () => import('./audit-page.tsx'),
    order: 70,
    navigation: { icon: History, section: 'Administration' },
  },
];
