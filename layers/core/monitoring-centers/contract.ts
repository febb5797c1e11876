import { z } from 'zod';
import { monitoringCentres } from '../access.ts';
import { PhoneNumberInLink } from '../auth/phone-number.ts';
import { defineArea } from '../contract.ts';
import { UnitEvent } from '../history/ping.ts';
import { SerialNumber, Unit } from '../units/unit.ts';

/** An event and the unit that reported it. */
export const RecentEvent = UnitEvent.extend({ UnitSerNum: SerialNumber });
export type RecentEvent = z.infer<typeof RecentEvent>;

export const monitoringCenters = defineArea({
  recentEvents: {
    method: 'GET',
    path: '/api/mc/recentEvents',
    summary: 'Read the unit of a phone number and its events of the last 24 hours or 31 days, the newest first',
    access: monitoringCentres,
    input: z.object({ phoneNumber: PhoneNumberInLink, twentyFourHours: z.enum(['true', 'false']).default('true') }),
    output: z.object({
      units: z.array(
        Unit.pick({ UnitSerNum: true, UnitModel: true, UnitLineID: true, UnitID: true, DealerName: true }),
      ),
      events: z.array(RecentEvent),
      /** True if there are older events in the range. */
      more: z.boolean(),
    }),
  },
});
