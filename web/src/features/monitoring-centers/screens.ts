import { OctagonAlert, RadioTower } from 'lucide-react';
import { signedIn } from '#core/access.ts';
import { HISTORY_READERS } from '#core/history/access.ts';
import { CENTER_MANAGERS } from '#core/monitoring-centers/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/alarms',
    title: 'Open alarms',
    access: HISTORY_READERS,
    load: () => import('./alarms-page.tsx'),
    order: 15,
    navigation: { icon: OctagonAlert },
  },
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
