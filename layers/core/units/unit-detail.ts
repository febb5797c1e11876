import { z } from 'zod';
import { Instant } from '../time.ts';
import { BatteryNumber } from '../unit-actions/batteries.ts';
import { Hub } from './hub.ts';

/** What the page of a unit shows besides the unit itself (portal-2 section 3). */
export const UnitDetailTable = z.object({
  tcpFail: z.number().int(),
  downloadFail: z.number().int(),
  AllowSMSConnect: z.enum(['0', '1']),
  RemoteLog: z.string(),
  /** The patient that the unit is linked to, and the portal. Absent: none, or the caller sees no customers. */
  vitalsPatient: z.string().optional(),
  vitalsPortal: z.string().optional(),
  /** The hub of a wearable, as the unit told last. Absent: it told of none. */
  ...Hub.partial().shape,
  /** When the reminder of each kind is given next. Absent: none is scheduled. */
  EatAMeal: Instant.optional(),
  TakeMedication: Instant.optional(),
  TestBloodSugar: Instant.optional(),
  /** The battery that was changed last. */
  newBattery: z
    .object({
      battery: BatteryNumber,
      at: Instant,
      /** The unit has sent no ping since: the readings are of the battery before. */
      awaitsData: z.boolean(),
    })
    .optional(),
});
