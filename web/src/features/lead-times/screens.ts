import { CalendarClock } from 'lucide-react';
import { leadTimes } from '#core/lead-times/contract.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/leadTimeMng',
    title: 'Lead times',
    access: leadTimes.list.access,
    load: () => import('./lead-times-page.tsx'),
    order: 110,
    navigation: { icon: CalendarClock, section: 'Orders' },
  },
];
