import { SlidersHorizontal } from 'lucide-react';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/admin/dealerSettings',
    title: 'Dealer settings',
    access: dealerSettings.get.access,
    load: () => import('./dealer-settings-page.tsx'),
    order: 50,
    navigation: { icon: SlidersHorizontal, section: 'Administration' },
  },
];
