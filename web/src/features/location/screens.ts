import { PLACE_READERS } from '#core/location/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/map',
    title: 'Map',
    access: PLACE_READERS,
    load: () => import('./map-page.tsx'),
    order: 198,
  },
];
