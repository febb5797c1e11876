import { RadioTower } from 'lucide-react';
import { signedIn } from '#core/access.ts';
import { CENTER_MANAGERS } from '#core/monitoring-centers/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/monitoringCenter',
    title: 'Monitoring centre',
    // Monitoring centres begin here. They see nothing else but their own settings.
    access: signedIn,
    load: () => import('./monitoring-center-page.tsx'),
    order: 20,
  },
  {
    path: '/monitoringCenters',
    title: 'Monitoring directory',
    access: CENTER_MANAGERS,
    load: () => import('./centers-page.tsx'),
    order: 65,
    navigation: { icon: RadioTower, section: 'Administration' },
  },
];
