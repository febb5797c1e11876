import { Package } from 'lucide-react';
import { ORDER_READERS } from '#core/orders/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
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
