import { UsersRound } from 'lucide-react';
import { CUSTOMER_READERS } from '#core/customers/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/customers',
    title: 'Customers',
    access: CUSTOMER_READERS,
    load: () => import('./customers-page.tsx'),
    order: 36,
    navigation: { icon: UsersRound, key: 'c' },
  },
  {
    path: '/customer',
    title: 'Customer',
    access: CUSTOMER_READERS,
    load: () => import('./customer-page.tsx'),
    shape: 'settings',
    order: 37,
    parent: '/customers',
    namedByPage: true,
  },
];
