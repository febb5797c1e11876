import { z } from 'zod';
import { Instant } from '#core/time.ts';
import { consume } from '#platform/aws/consume.ts';
import { sendReport } from './send-report.ts';

const Sending = z.object({ UserKey: z.string(), reportId: z.string(), dueAt: Instant, byHand: z.boolean() });

/** Sends a saved report to its recipients. A message can come twice, late, or after the mail was switched off. */
export const handler = consume(Sending, (sending, { attributes }, { getRemainingTimeInMillis }) =>
  sendReport(
    sending,
    { millisecondsLeft: getRemainingTimeInMillis, delivery: Number(attributes.ApproximateReceiveCount) },
    Date.now(),
  ),
);
