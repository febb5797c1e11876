import { z } from 'zod';
import { FormerDealer } from '../history/visible-from.ts';
import { BatteryNumber } from '../unit-actions/batteries.ts';
import { Hub } from './hub.ts';
import { Unit } from './unit.ts';

/** A unit as stores return it and rules need it. */
export const UnitRecord = Unit.omit({ DealerName: true, outageMs: true, awaitsConfiguration: true }).extend({
  /** The dealer's place in the tree. */
  dealerPath: z.string(),
  lastPingAt: z.string().optional(),
  /** The serial number of its board. Absent: no file named it. */
  PCBSerNum: z.string().optional(),
  tcpFail: z.number().int(),
  /** Failed downloads since somebody reset the count. Absent: none. */
  downloadFail: z.number().int().optional(),
  AllowSMSConnect: z.enum(['0', '1']),
  /** The SIM of slot 2 that a person has declared ready to be called. */
  voiceReadyICCID: z.string().optional(),
  /** The SIM that is deactivated after the unit's next login over its other one. Absent: none. */
  deactivateOnStartUp: z.string().optional(),
  /** '0', or the date until which the unit logs remotely. */
  RemoteLog: z.string(),
  /** The battery that was changed last, and when. Absent: none. */
  newBattery: BatteryNumber.optional(),
  newBatteryAt: z.string().optional(),
  /** The patient that the unit is linked to, and the vitals portal that knows the patient. Empty or absent: none. */
  vitalsPatient: z.string().optional(),
  vitalsPortal: z.string().optional(),
  /** The hub of a wearable, and when the unit told of it. Absent: it told of none. */
  hub: Hub.optional(),
  hubAt: z.string().optional(),
  /** The connection of the latest known login. A login on an earlier connection is outdated. */
  loginFence: z.number().int().optional(),
  /** The dealers that had the unit before. What happened then stays with them. */
  formerDealers: z.array(FormerDealer).optional(),
  /** When a wearable that moved was last asked to forget its home Wi-Fi. Absent: never. */
  homeAskedAt: z.string().optional(),
  /** When its last wearer left it within its dealer. What was meant for that wearer ended then. Absent: none has. */
  wearerLeftAt: z.string().optional(),
  /** The revision of the configuration that the unit should have. Absent: nobody has saved one. */
  configRevision: z.number().int().optional(),
  /** What the unit tells since it reported that revision. Absent: it has not reported it. */
  configDigest: z.number().int().optional(),
  /** How many messages wait for the unit. */
  syncQueued: z.number().int().optional(),
  /** How many messages were ever put into its queue by people and rollouts. */
  syncAdded: z.number().int().optional(),
  /** The configuration that the unit told with its last ping, and with its latest login (`packTold`). */
  pingTold: z.string().optional(),
  loginTold: z.string().optional(),
});
export type UnitRecord = z.infer<typeof UnitRecord>;
