import { Presentation } from 'lucide-react';
import { DEMO_MANAGERS } from '#core/demo-units/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/demoManagement',
    title: 'Demo units',
    access: DEMO_MANAGERS,
    load: () => import('./demo-units-page.tsx'),
    order: 115,
    navigation: { icon: Presentation, section: 'Orders' },
  },
];
