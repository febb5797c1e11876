import { ReceiptText } from 'lucide-react';
import { BILL_READERS, RATE_SETTERS } from '#core/billing/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/billingReport',
    title: 'Billing',
    access: BILL_READERS,
    load: () => import('./billing-page.tsx'),
    order: 104,
    navigation: { icon: ReceiptText, section: 'Administration' },
  },
  {
    path: '/billingReport/rates',
    parent: '/billingReport',
    title: 'Billing rates',
    access: RATE_SETTERS,
    load: () => import('./rates-page.tsx'),
    order: 105,
  },
];
