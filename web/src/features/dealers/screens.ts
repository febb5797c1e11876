import { Building2 } from 'lucide-react';
import { dealers } from '#core/dealers/contract.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/dealers',
    title: 'Dealers',
    access: dealers.list.access,
    load: () => import('./dealers-page.tsx'),
    order: 40,
    navigation: { icon: Building2, section: 'Administration' },
  },
];
