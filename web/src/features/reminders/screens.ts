import { FileClock } from 'lucide-react';
import { BATCH_ACCESS } from '#core/reminders/access.ts';
import type { Screen } from '#web/lib/page/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/batchUpload',
    title: 'Batch upload',
    access: BATCH_ACCESS,
    load: () => import('./batch-upload-page.tsx'),
    shape: 'panels',
    order: 60,
    navigation: { icon: FileClock },
  },
  {
    path: '/batchUpload/bulkSchedule',
    title: 'Scheduled reminders',
    access: BATCH_ACCESS,
    load: () => import('./bulk-schedule-page.tsx'),
    order: 61,
    parent: '/batchUpload',
  },
];
