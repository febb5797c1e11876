import { z } from 'zod';
import type { FieldIssue } from '../errors.ts';
import { isEqual } from '../is-equal.ts';
import { DETAIL_REMINDERS, type NextReminders } from '../reminders/next-reminders.ts';
import { isRemoteLogOn } from '../unit-actions/remote-log.ts';
import { Unit } from '../units/unit.ts';
import { UnitDetailTable } from '../units/unit-detail.ts';
import type { UnitRecord } from '../units/unit-record.ts';
import { IDENTITY_FIELDS, Identity, OldIdentity } from './identity.ts';

/** What a save of a unit can change besides its configuration: the identity, AllowSMSConnect and the mark of a SIM. */
export const UnitData = z.object({
  /** The unit as it was edited. What is left out stays as it is. The rules of the identity are for what differs: a stored one can be older than they are. */
  Unit: z.strictObject({ ...Unit.partial().shape, ...OldIdentity.partial().shape }).optional(),
  /** The identity as it was loaded. Absent: what somebody else saved meanwhile is replaced. */
  OldUnit: z.strictObject(OldIdentity.partial().shape).optional(),
  /** It may get the Line ID and Unit ID of another unit. */
  duplicateAgreed: z.boolean().default(false),
  UnitDetailTable: z.strictObject(UnitDetailTable.partial().shape).optional(),
  /** The number of the SIM to deactivate after the unit has logged in over its other one. Who names it acknowledges the consequences. */
  DeactivateOnStartUpICCID: z.string().max(20, 'An ICCID has 20 digits').optional(),
});
export type UnitData = z.infer<typeof UnitData>;

/** What changes without a person, so that a stored value can be newer than the loaded one: what units and carriers report, and what the portal counts. It is not compared. */
const REPORTED: readonly string[] = [
  ...['FirmVer', 'ClearCommVer', 'ActiveICCID', 'activeSimSlot', 'ActiveCarrier', 'ActiveState', 'BulkAction'],
  ...['ICCID1State', 'ICCID1IP', 'MSISDN1', 'ICCID2State', 'ICCID2IP', 'MSISDN2', 'DealerName'],
  ...['lastPing', 'PingInterval', 'testCall', 'lowZones', 'awaitsConfiguration', 'outageMs'],
];
const OF_PROFILE: readonly string[] = ['PTName', 'PTUnitFirmVer', 'ProfileTemplateKey'];
const COUNTS = ['tcpFail', 'downloadFail'] as const;

type Details = NonNullable<UnitData['UnitDetailTable']>;

/** The fields that differ from the stored unit, and that the save does not change. `reminders`: when its reminders are given next. */
export function unsavedFields(
  unit: UnitRecord,
  { Unit: given = {}, UnitDetailTable: details = {}, assignsProfile }: Given,
  reminders: NextReminders,
  now: number,
): FieldIssue[] {
  const stored: Readonly<Record<string, unknown>> = unit;
  const ofUnit = Object.entries(given).filter(
    ([field, value]) =>
      !(field in Identity.shape || REPORTED.includes(field) || (assignsProfile && OF_PROFILE.includes(field))) &&
      differs(value, stored[field]),
  );
  return [
    ...ofUnit.map(([field]) => `Unit.${field}`),
    ...unsavedDetails(unit, details, reminders, now).map((field) => `UnitDetailTable.${field}`),
  ].map((path) => ({ path, message: 'This save cannot change it. It has a call of its own' }));
}

function unsavedDetails(unit: UnitRecord, details: Details, reminders: NextReminders, now: number): string[] {
  const { RemoteLog, newBattery } = details;
  const isOther = {
    RemoteLog: RemoteLog !== undefined && isRemoteLogOn(RemoteLog, now) !== isRemoteLogOn(unit.RemoteLog, now),
    newBattery:
      newBattery !== undefined && (newBattery.battery !== unit.newBattery || newBattery.at !== unit.newBatteryAt),
  };
  return [
    ...(['vitalsPatient', 'vitalsPortal'] as const).filter((field) => differs(details[field], unit[field])),
    ...(['RemoteLog', 'newBattery'] as const).filter((field) => isOther[field]),
    // A unit counts on by itself. Only a person sets a count to 0.
    ...COUNTS.filter((field) => details[field] === 0 && (unit[field] ?? 0) !== 0),
    // One that was given since it was loaded is no change.
    ...DETAIL_REMINDERS.filter((kind) => isAhead(details[kind], now) && differs(details[kind], reminders[kind])),
  ];
}

/** True if the details name a reminder that is still to be given, which can be another one than the unit has. */
export const namesReminder = (details: Details = {}, now: number): boolean =>
  DETAIL_REMINDERS.some((kind) => isAhead(details[kind], now));

const isAhead = (at: string | undefined, now: number): boolean => at !== undefined && Date.parse(at) > now;

/** What a unit does not have can be sent as nothing, as an empty text or as an empty list. */
const differs = (given: unknown, stored: unknown): boolean =>
  given !== undefined && !isEqual(filled(given), filled(stored));
const filled = (value: unknown): unknown =>
  value === '' || (Array.isArray(value) && value.length === 0) ? null : value;

interface Given extends Pick<UnitData, 'Unit' | 'UnitDetailTable'> {
  /** The unit gets another profile, whose fields it then has. */
  assignsProfile: boolean;
}

/** The identity that a save wants, and what is wrong with it. Only what differs from the stored one is checked. */
export function wantedIdentity(
  stored: Identity,
  given: UnitData['Unit'] = {},
): { next: Identity; issues: FieldIssue[] } {
  const differing = IDENTITY_FIELDS.filter((field) => given[field] !== undefined && given[field] !== stored[field]);
  const checked = differing.map((field) => ({ field, ...Identity.shape[field].safeParse(given[field]) }));
  const next = { ...stored, ...Object.fromEntries(checked.map(({ field, data }) => [field, data])) };
  const issues = checked.flatMap(({ field, error }) =>
    (error?.issues ?? []).map(({ message }) => ({ path: field, message })),
  );
  return { next, issues };
}
