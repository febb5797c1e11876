import type { Ping } from '../history/ping.ts';
import { MINUTE } from '../time.ts';

/** The pings that a ping log shows. The first is the default [P3-B23]. */
export const PING_CHOICES = ['Show All', 'Show Failed'] as const;
export type PingChoice = (typeof PING_CHOICES)[number];

/** Longer than a ping takes with a slow connection, shorter than the 15 minutes after which a refused unit tries again. */
const FAILED_AFTER_MS = 10 * MINUTE;

/** True for a ping that failed at first: the unit delivered it long after it was due. */
export const isFailedPing = ({ timeStamp, receivedAt }: Pick<Ping, 'timeStamp' | 'receivedAt'>) =>
  Date.parse(receivedAt) - Date.parse(timeStamp) > FAILED_AFTER_MS;
