import { SlidersHorizontal } from 'lucide-react';
import { profiles } from '#core/profiles/contract.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/profiles',
    title: 'Profiles',
    access: profiles.list.access,
    load: () => import('./profiles-page.tsx'),
    order: 34,
    navigation: { icon: SlidersHorizontal },
  },
  {
    path: '/profiles/editProfile',
    title: 'Profile',
    access: profiles.get.access,
    load: () => import('./profile-page.tsx'),
    shape: 'settings',
    order: 35,
    parent: '/profiles',
    namedByPage: true,
  },
];
