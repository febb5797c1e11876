import { Users } from 'lucide-react';
import { DEVELOPERS } from '#core/dev-tools/access.ts';
import { users } from '#core/users/contract.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/admin/UserManagement',
    title: 'Users',
    access: users.list.access,
    load: () => import('./users-page.tsx'),
    order: 60,
    navigation: { icon: Users, section: 'Administration' },
  },
  {
    path: '/admin/UserManagement/user',
    title: 'User',
    access: users.access.access,
    load: () => import('./user-page.tsx'),
    shape: 'settings',
    order: 61,
    parent: '/admin/UserManagement',
    namedByPage: true,
  },
  {
    path: '/devTools/massUserCreate',
    title: 'Mass user creation',
    access: DEVELOPERS,
    load: () => import('./mass-create-page.tsx'),
    shape: 'settings',
    order: 158,
    navigation: { icon: Users, section: 'Dev Tools' },
  },
];
