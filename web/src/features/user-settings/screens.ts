import { userSettings } from '#core/user-settings/contract.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/userSettings',
    title: 'User settings',
    access: userSettings.read.access,
    load: () => import('./user-settings-page.tsx'),
    order: 1000,
  },
];
