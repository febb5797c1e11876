import type { UnitEvent } from '../history/ping.ts';
import { instant } from '../time.ts';
import type { UnitRecord } from '../units/unit-record.ts';

/** An event that an engineer makes: it looks like one of the unit, but is a test and no message of the unit has its number. */
export const testEvent = (
  { Report }: Pick<UnitRecord, 'Report'>,
  { eventType, zone }: { eventType: string; zone?: number | undefined },
  now: number,
): UnitEvent => ({
  timeStamp: instant(now),
  receivedAt: instant(now),
  sequence: 0,
  eventType,
  ...(zone !== undefined && { zone }),
  test: true,
  ...(Report === 0 && { disabled: true }),
  detail: 'Made by an engineer',
});
