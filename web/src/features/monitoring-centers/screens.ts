import { signedIn } from '#core/access.ts';
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
];
