import { Layers } from 'lucide-react';
import { OTA_PUBLISHERS } from '#core/ota/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';
import { NEW_ROLLOUT, ROLLOUT, ROLLOUTS } from './hrefs.ts';

export const screens: readonly Screen[] = [
  {
    path: ROLLOUTS,
    title: 'Rollouts',
    access: OTA_PUBLISHERS,
    load: () => import('./rollouts-page.tsx'),
    order: 151,
    navigation: { icon: Layers, section: 'Dev Tools' },
  },
  {
    path: ROLLOUT,
    title: 'Rollout',
    access: OTA_PUBLISHERS,
    load: () => import('./rollout-page.tsx'),
    shape: 'settings',
    order: 152,
    parent: ROLLOUTS,
    namedByPage: true,
  },
  {
    path: NEW_ROLLOUT,
    title: 'New rollout',
    access: OTA_PUBLISHERS,
    load: () => import('./new-rollout-page.tsx'),
    shape: 'settings',
    order: 153,
    parent: ROLLOUTS,
  },
];
