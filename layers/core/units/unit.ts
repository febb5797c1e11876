import { z } from 'zod';
import { DealerKey } from '../dealers/dealer.ts';
import { Instant } from '../time.ts';

/** The three models in the spelling of the portal. The first is the default [P2-K01, P2-K02]. */
export const UNIT_MODELS = ['MXD-LTE', 'myConnect', 'myConnect Air'] as const;
export const UnitModel = z.enum(UNIT_MODELS);
export type UnitModel = z.infer<typeof UnitModel>;
export const DEFAULT_UNIT_MODEL: UnitModel = 'MXD-LTE';

/** A unit's serial number: six letters or digits, upper case. */
export const SerialNumber = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[0-9A-Z]{6}$/, 'A serial number has 6 letters or digits');

/** The lifecycle of a unit by UnitStatus code. */
export const UNIT_STATUS = { 5: 'Ready', 8: 'Destroyed', 9: 'Assigned', 11: 'New', 33: 'Repair' } as const;
/** What a unit with the status is, in a sentence: `The unit is in repair`. */
export const STATUS_IN_SENTENCE = { 5: 'ready', 8: 'destroyed', 9: 'in service', 11: 'new', 33: 'in repair' } as const;
export const UnitStatus = z.union([z.literal(5), z.literal(8), z.literal(9), z.literal(11), z.literal(33)]);
export const READY = 5;
export const ASSIGNED = 9;
export const DESTROYED = 8;
export type UnitStatus = z.infer<typeof UnitStatus>;

/** 0 AT&T, 1 Verizon, 2 Telus. */
export const CarrierNumber = z.union([z.literal(0), z.literal(1), z.literal(2)]);
const ZeroOrOne = z.union([z.literal(0), z.literal(1)]);

/** The last ping of a unit. Optional fields are undefined until the unit reports them. */
export const LastPing = z.object({
  lastPingTime: Instant,
  pingReason: z.string(),
  bars: z.number().int().min(0).max(5).optional(),
  lte: z.boolean().optional(),
  lowpower: z.boolean().optional(),
  acPower: z.boolean().optional(),
  chargedPercent: z.number().min(0).max(100).optional(),
  switchPosition: z.string().optional(),
});
export type LastPing = z.infer<typeof LastPing>;

/** A unit on every screen (portal-2 section 3). */
export const Unit = z.object({
  UnitSerNum: SerialNumber,
  UnitModel,
  UnitLineID: z.string(),
  UnitID: z.string(),
  UnitStatus,
  FirmVer: z.string(),
  ClearCommVer: z.string().optional(),
  IMEI: z.string(),
  PTName: z.string().optional(),
  PTUnitFirmVer: z.string().optional(),
  ProfileTemplateKey: z.number().int().optional(),
  DealerKey,
  DealerName: z.string(),
  AllowOTAUpdate: ZeroOrOne,
  ICCID1: z.string().optional(),
  ICCID1State: z.number().int().optional(),
  ICCID1Carrier: CarrierNumber.optional(),
  ICCID1IP: z.string().optional(),
  MSISDN1: z.string().optional(),
  ICCID2: z.string().optional(),
  ICCID2State: z.number().int().optional(),
  ICCID2Carrier: CarrierNumber.optional(),
  ICCID2IP: z.string().optional(),
  MSISDN2: z.string().optional(),
  ActiveICCID: z.string().optional(),
  activeSimSlot: ZeroOrOne,
  ActiveCarrier: CarrierNumber.optional(),
  ActiveState: z.number().int().optional(),
  Report: ZeroOrOne,
  BulkAction: ZeroOrOne,
  Custom1: z.string(),
  Custom2: z.string(),
  /** By the alphabet. Absent if it never had one. */
  Tags: z.array(z.string()).optional(),
  lastPing: LastPing.optional(),
  /** The time between two pings, in hours, that the unit reported to have set. Absent: that of its model. */
  PingInterval: z.number().positive().optional(),
  /** When the unit made its last test call, and how it went: `2026-11-27T09:00:00.000Z failed`. Absent: it has made none. */
  testCall: z.string().optional(),
  /** The zones whose accessories have a low battery: `3 7`. Absent: none. */
  lowZones: z.string().optional(),
  /** The unit has not reported the configuration that was saved last. */
  awaitsConfiguration: z.literal(true).optional(),
  /** How long the portal could not hear units since the last ping, in milliseconds. Absent: it always could. */
  outageMs: z.number().int().positive().optional(),
});
export type Unit = z.infer<typeof Unit>;

/** Returns line ID and unit ID together: `C1-4021`, or `4021` without a line ID. */
export const fullUnitID = ({ UnitLineID, UnitID }: Pick<Unit, 'UnitLineID' | 'UnitID'>) =>
  [UnitLineID, UnitID].filter(Boolean).join('-');

/** Removes an underscore and the text after it from a firmware version [P2-E03]. */
export const shownFirmware = (firmware: string) => firmware.split('_')[0]!;
