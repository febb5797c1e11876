import { z } from 'zod';
import { Instant } from '../time.ts';
import { LastPing } from '../units/unit.ts';

/** How long the logs keep a ping: pings are the most. After that only their numbers remain. */
export const PINGS_KEPT_DAYS = 400;

/** One ping of a unit, as the logs keep it. */
export const Ping = LastPing.omit({ lastPingTime: true }).extend({
  timeStamp: Instant,
  receivedAt: Instant,
  sequence: z.number().int(),
  steps: z.number().int().optional(),
});
export type Ping = z.infer<typeof Ping>;

/** One event of a unit: a button pressed, a sensor tripped, a supervisory signal. */
export const UnitEvent = z.object({
  timeStamp: Instant,
  receivedAt: Instant,
  sequence: z.number().int(),
  eventType: z.string(),
  zone: z.number().int().optional(),
  /** Somebody tests the unit: an alarm is not one. */
  test: z.boolean().optional(),
  /** Nobody was told of it: the unit's reporting was off when it came. */
  disabled: z.boolean().optional(),
  /** The unit waits until an operator has acted on it. */
  awaitsHandling: z.boolean().optional(),
  detail: z.string().optional(),
});
export type UnitEvent = z.infer<typeof UnitEvent>;
