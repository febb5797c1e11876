import { CloudDownload } from 'lucide-react';
import { OTA_USERS } from '#core/ota/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/devTools/ota',
    title: 'Over the air',
    access: OTA_USERS,
    load: () => import('./ota-page.tsx'),
    shape: 'settings',
    order: 150,
    navigation: { icon: CloudDownload, section: 'Dev Tools' },
  },
];
