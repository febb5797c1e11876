import { z } from 'zod';
import { Instant } from '../time.ts';
import { CarrierNumber } from './carrier.ts';
import { SimState } from './sim-state.ts';

/** A SIM's data from its carrier, in one form for all carriers. Unknown data is absent. */
export const CarrierSim = z.object({
  carrier: CarrierNumber,
  iccid: z.string(),
  deviceDetails: z.object({
    imei: z.string().optional(),
    msisdn: z.string().optional(),
    /** The carrier's own name of the state: `ACTIVATED`, `deactive`, `pending activation`. */
    status: z.string(),
    dateActivated: Instant.optional(),
    dateUpdated: Instant.optional(),
    /** When the network last wrote to the SIM over the air. Only Verizon reports it. */
    SIMOTADate: Instant.optional(),
  }),
  sessionInfo: z.object({
    dateSessionStarted: Instant.optional(),
    /** Absent while the SIM is in session. */
    dateSessionEnded: Instant.optional(),
    dateActivated: Instant.optional(),
  }),
  /** Since the billing cycle began. */
  usage: z.object({
    dataBytes: z.number().nonnegative(),
    sms: z.number().nonnegative(),
    /** Verizon does not count it. */
    voiceSeconds: z.number().nonnegative().optional(),
  }),
  voiceNotReady: z.boolean(),
  pendingActivation: z.boolean(),
});
export type CarrierSim = z.infer<typeof CarrierSim>;

/** What tells the state of a SIM. */
export const CarrierState = CarrierSim.omit({ sessionInfo: true, usage: true });
export type CarrierState = z.infer<typeof CarrierState>;

/** A SIM slot of a unit as the screens show it: the carrier's data beside the portal's (portal-2 section 3). */
export const SimSlot = CarrierSim.extend({
  storedState: SimState,
  deviceDetails: CarrierSim.shape.deviceDetails.extend({ state: SimState }),
});
export type SimSlot = z.infer<typeof SimSlot>;
