import { z } from 'zod';

/** What a sender of notifications is told. */
export const NotificationDue = z.object({ notificationId: z.string().min(1) });
