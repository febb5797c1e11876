import { Activity, Bug, CircleAlert, MapPin, Phone, Radio, Siren, Watch } from 'lucide-react';
import { BREADCRUMB_READERS } from '#core/location/access.ts';
import { INVALID_READERS, LOG_READERS, MESSAGE_READERS } from '#core/logs/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/reports/pingLog',
    title: 'Ping log',
    access: LOG_READERS,
    load: () => import('./ping-log-page.tsx'),
    order: 90,
    navigation: { icon: Activity, section: 'Reports' },
  },
  {
    path: '/reports/events',
    title: 'Event log',
    access: LOG_READERS,
    load: () => import('./event-log-page.tsx'),
    order: 91,
    navigation: { icon: Siren, section: 'Reports' },
  },
  {
    path: '/reports/cellMetrics',
    title: 'Call metrics log',
    access: LOG_READERS,
    load: () => import('./call-metrics-page.tsx'),
    order: 92,
    navigation: { icon: Phone, section: 'Reports' },
  },
  {
    path: '/reports/tcpMessageLog',
    title: 'TCP message log',
    access: MESSAGE_READERS,
    load: () => import('./tcp-log-page.tsx'),
    order: 93,
    navigation: { icon: Radio, section: 'Reports' },
  },
  {
    path: '/reports/mPERSLog',
    title: 'mPERS log',
    access: MESSAGE_READERS,
    load: () => import('./mpers-log-page.tsx'),
    order: 94,
    navigation: { icon: Watch, section: 'Reports' },
  },
  {
    path: '/reports/debugLog',
    title: 'Debug log',
    access: MESSAGE_READERS,
    load: () => import('./debug-log-page.tsx'),
    order: 95,
    navigation: { icon: Bug, section: 'Reports' },
  },
  {
    path: '/reports/tcpInvalidLog',
    title: 'TCP invalid log',
    access: INVALID_READERS,
    load: () => import('./invalid-log-page.tsx'),
    order: 97,
    navigation: { icon: CircleAlert, section: 'Reports' },
  },
  {
    path: '/reports/location',
    title: 'Location history',
    access: BREADCRUMB_READERS,
    load: () => import('./location-log-page.tsx'),
    order: 96,
    navigation: { icon: MapPin, section: 'Reports' },
  },
];
