import { AudioLines, Microchip, ServerCog, SlidersHorizontal, TableProperties } from 'lucide-react';
import { DEVELOPERS } from '#core/dev-tools/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/devTools/liveReports',
    title: 'Live reports',
    access: DEVELOPERS,
    load: () => import('./live-reports-page.tsx'),
    shape: 'settings',
    order: 152,
    navigation: { icon: TableProperties, section: 'Dev Tools' },
  },
  {
    path: '/devTools/liveReports/results',
    title: 'Results',
    access: DEVELOPERS,
    load: () => import('./live-report-page.tsx'),
    order: 153,
    parent: '/devTools/liveReports',
  },
  {
    path: '/devTools/serverStatus',
    title: 'Server status',
    access: DEVELOPERS,
    load: () => import('./server-status-page.tsx'),
    order: 154,
    navigation: { icon: ServerCog, section: 'Dev Tools' },
  },
  {
    path: '/devTools/decibelShift',
    title: 'Decibel shift',
    access: DEVELOPERS,
    load: () => import('./decibel-shift-page.tsx'),
    shape: 'settings',
    order: 155,
    navigation: { icon: AudioLines, section: 'Dev Tools' },
  },
  {
    path: '/devTools/massProfileUpdate',
    title: 'Mass profile update',
    access: DEVELOPERS,
    load: () => import('./mass-profile-page.tsx'),
    shape: 'settings',
    order: 157,
    navigation: { icon: SlidersHorizontal, section: 'Dev Tools' },
  },
  {
    path: '/devUnitManagement',
    title: 'Developer units',
    access: DEVELOPERS,
    load: () => import('./dev-units-page.tsx'),
    order: 156,
    navigation: { icon: Microchip, section: 'Dev Tools' },
  },
];
