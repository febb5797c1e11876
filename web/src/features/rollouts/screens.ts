import { Layers } from 'lucide-react';
import { OTA_PUBLISHERS } from '#core/ota/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/devTools/rollouts',
    title: 'Rollouts',
    access: OTA_PUBLISHERS,
    load: () => import('./rollouts-page.tsx'),
    order: 151,
    navigation: { icon: Layers, section: 'Dev Tools' },
  },
  {
    path: '/devTools/rollouts/detail',
    title: 'Rollout',
    access: OTA_PUBLISHERS,
    load: () => import('./rollout-page.tsx'),
    shape: 'settings',
    order: 152,
    parent: '/devTools/rollouts',
    namedByPage: true,
  },
  {
    path: '/devTools/rollouts/new',
    title: 'New rollout',
    access: OTA_PUBLISHERS,
    load: () => import('./new-rollout-page.tsx'),
    shape: 'settings',
    order: 153,
    parent: '/devTools/rollouts',
  },
];
