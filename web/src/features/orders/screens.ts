import { Package, PackagePlus } from 'lucide-react';
import { ORDER_READERS, ORDERERS } from '#core/orders/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/newOrder',
    title: 'New order',
    access: ORDERERS,
    load: () => import('./new-order-page.tsx'),
    shape: 'settings',
    order: 105.5,
    navigation: { icon: PackagePlus, section: 'Orders' },
  },
  {
    path: '/newOrder/finalize',
    title: 'Finalize order',
    access: ORDERERS,
    load: () => import('./finalize-page.tsx'),
    shape: 'settings',
    order: 105.6,
    parent: '/newOrder',
  },
  {
    path: '/orderStatus',
    title: 'Order status',
    access: ORDER_READERS,
    load: () => import('./order-status-page.tsx'),
    order: 106,
    navigation: { icon: Package, section: 'Orders' },
  },
  {
    path: '/orderStatus/details',
    title: 'Order',
    access: ORDER_READERS,
    load: () => import('./order-page.tsx'),
    shape: 'settings',
    order: 107,
    parent: '/orderStatus',
    namedByPage: true,
  },
  {
    path: '/orderStatus/shippingDetails',
    title: 'Shipping details',
    access: ORDER_READERS,
    load: () => import('./shipping-details-page.tsx'),
    order: 108,
    parent: '/orderStatus',
  },
];
