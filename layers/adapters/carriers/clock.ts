import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from './carrier.ts';

/** The clock of this process. */
export const systemClock: Clock = { now: () => Date.now(), sleep: (milliseconds) => sleep(milliseconds) };
