import { SlidersHorizontal } from 'lucide-react';
import { PROFILE_READERS } from '#core/profiles/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/profiles',
    title: 'Profiles',
    access: PROFILE_READERS,
    load: () => import('./profiles-page.tsx'),
    order: 34,
    navigation: { icon: SlidersHorizontal },
  },
  {
    path: '/profiles/editProfile',
    title: 'Profile',
    access: PROFILE_READERS,
    load: () => import('./profile-page.tsx'),
    shape: 'settings',
    order: 35,
    parent: '/profiles',
    namedByPage: true,
  },
];
