import { instant } from '../time.ts';
import type { WearablePing } from '../unit-messages/wearable-reports.ts';

/** What the wearable console shows of the last ping, under the names of the specification (portal-2 section 3). */
export interface RecentPing {
  lowPower: boolean;
  acPower: 0 | 1;
  pingReason: string;
  /** By the clock of the unit. */
  MessageTime: string;
  /** When the portal received it. */
  lastPingTime: string;
  'Step today': number;
}

export const recentPingOf = (
  { lowPower, acPower, pingReason, MessageTime, stepsToday }: WearablePing,
  receivedAt: number,
): RecentPing => ({
  lowPower,
  acPower,
  pingReason,
  MessageTime: instant(MessageTime),
  lastPingTime: instant(receivedAt),
  'Step today': stepsToday,
});
