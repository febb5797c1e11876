import { z } from 'zod';
import type { FieldIssue } from '../errors.ts';
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

/** What only other calls change. What the unit reports is not compared: it changes all the time. */
const OTHERWISE_CHANGED = {
  Unit: ['UnitSerNum', 'UnitModel', 'UnitStatus', 'DealerKey', 'IMEI', 'ICCID1', 'ICCID2', 'Report'],
  UnitDetailTable: ['vitalsPatient', 'vitalsPortal'],
} as const;

/** The fields that differ from the stored unit, and that the save does not change. */
export function unsavedFields(
  unit: UnitRecord,
  data: Pick<UnitData, 'Unit' | 'UnitDetailTable'>,
  now: number,
): FieldIssue[] {
  const differing = (['Unit', 'UnitDetailTable'] as const).flatMap((part) => {
    const given: Partial<Record<string, unknown>> = data[part] ?? {};
    return OTHERWISE_CHANGED[part]
      .filter((field) => given[field] !== undefined && given[field] !== (unit[field] ?? ''))
      .map((field) => `${part}.${field}`);
  });
  const { RemoteLog } = data.UnitDetailTable ?? {};
  const switches = RemoteLog !== undefined && isRemoteLogOn(RemoteLog, now) !== isRemoteLogOn(unit.RemoteLog, now);
  return [...differing, ...(switches ? ['UnitDetailTable.RemoteLog'] : [])].map((path) => ({
    path,
    message: 'This save cannot change it. It has a call of its own',
  }));
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
    (error?.issues ?? []).map(({ message }) => ({ path: `Unit.${field}`, message })),
  );
  return { next, issues };
}
