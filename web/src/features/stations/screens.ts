import { Headset } from 'lucide-react';
import { STATION_READERS } from '#core/stations/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/impra/stationStatus',
    title: 'Station status',
    access: STATION_READERS,
    load: () => import('./station-status-page.tsx'),
    order: 170,
    navigation: { icon: Headset, section: 'IMPRA tools' },
  },
];
