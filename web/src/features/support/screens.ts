import { Download, LifeBuoy } from 'lucide-react';
import { SUPPORT_USERS } from '#core/support/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/support',
    title: 'Support',
    access: SUPPORT_USERS,
    load: () => import('./support-page.tsx'),
    order: 180,
    navigation: { icon: LifeBuoy },
  },
  {
    path: '/downloads',
    title: 'Downloads',
    access: SUPPORT_USERS,
    load: () => import('./downloads-page.tsx'),
    order: 181,
    navigation: { icon: Download },
  },
];
