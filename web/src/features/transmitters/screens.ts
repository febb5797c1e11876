import { DatabaseZap } from 'lucide-react';
import { STOCK_KEEPERS } from '#core/accessories/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/transmitters',
    title: 'Transmitters',
    access: STOCK_KEEPERS,
    load: () => import('./transmitters-page.tsx'),
    shape: 'settings',
    order: 159,
    navigation: { icon: DatabaseZap, section: 'Dev Tools' },
  },
];
