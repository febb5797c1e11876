import type { TransactWriteEntities } from 'electrodb';
import type { AuditAction } from '#core/audit/kinds.ts';
import type { CaregiverRecord } from '#core/caregivers/caregiver-record.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { CustomerEntity } from '../customers/entities.ts';
import { leavingEntities } from '../customers/leaving.ts';
import { UnitCustomerEntity } from '../customers/unit-customer.ts';
import { linkIs } from '../customers/writes.ts';
import { RETRY, refusedAs, type Write } from '../kit/change.ts';
import { versionIs } from '../kit/conditions.ts';
import { UnitEntity } from '../units/units.ts';
import { AssignmentEntity, CaregiverEntity, CaregiverIdentifierEntity } from './entities.ts';
import type { UnitCustomer } from './unit-care.ts';

export const entities = {
  unit: UnitEntity,
  link: UnitCustomerEntity,
  customer: CustomerEntity,
  caregiver: CaregiverEntity,
  identifier: CaregiverIdentifierEntity,
  assignment: AssignmentEntity,
  ...leavingEntities,
};
export type To = TransactWriteEntities<typeof entities>;

export const BUSY = 'Others change the caregivers of this unit right now. Please try again';
/** A write whose condition does not hold is decided again, unless the unit has another dealer now. */
export const refused = { changed: RETRY, moved: 'The unit changed meanwhile' } as const;

/** The check that the unit still belongs to the dealer for which the change was decided. */
export const unitIsAsRead = (to: To, { UnitSerNum, DealerKey, dealerPath }: UnitRecord) =>
  refusedAs(
    'moved',
    to.unit
      .check({ UnitSerNum })
      .where((unit, { eq }) => `${eq(unit.DealerKey, DealerKey)} AND ${eq(unit.dealerPath, dealerPath)}`)
      .commit(),
  );

/** Marks the unit's caregivers as changed, on the condition that nobody else changed them since they were read. */
export const unitCareChanges = (to: To, link: UnitCustomer) =>
  to.link
    .patch({ UnitSerNum: link.UnitSerNum })
    .set({ version: link.version + 1 })
    .where(linkIs(link))
    .commit();

export const caregiverChanges = (
  to: To,
  { UserKey, version }: CaregiverRecord,
  changed: Partial<Pick<CaregiverRecord, 'Name' | 'emails' | 'CaregiverUnits'>>,
) =>
  to.caregiver
    .patch({ UserKey })
    .set({ ...changed, version: version + 1 })
    .where(versionIs(version))
    .commit();

export const removeAssignment = (to: To, UnitSerNum: string, { UserKey }: Pick<CaregiverRecord, 'UserKey'>) =>
  to.assignment.remove({ UnitSerNum, UserKey }).commit();

/** Takes the unit off a caregiver, who stays. */
export const takeOffUnit = (to: To, caregiver: CaregiverRecord, UnitSerNum: string) =>
  caregiverChanges(to, caregiver, {
    CaregiverUnits: caregiver.CaregiverUnits.filter((unit) => unit !== UnitSerNum),
  });

export const deleteCaregiver = (to: To, { UserKey, UniqueIdentifier, version }: CaregiverRecord): Write[] => [
  to.caregiver.delete({ UserKey }).where(versionIs(version)).commit(),
  to.identifier.delete({ UniqueIdentifier }).commit(),
];

type Actor = Parameters<typeof auditEntry>[0];
interface States {
  before?: object;
  after?: object;
}

export const unitEntry = (
  by: Actor,
  { UnitSerNum, DealerKey }: Pick<UnitRecord, 'UnitSerNum' | 'DealerKey'>,
  action: AuditAction,
  states: States,
  now: number,
) => auditEntry(by, { objectKind: 'unit', objectId: UnitSerNum, dealerKey: DealerKey, action, ...states }, now);

export const caregiverEntry = (
  by: Actor,
  { UserKey, Name, DealerKey }: Pick<CaregiverRecord, 'UserKey' | 'Name' | 'DealerKey'>,
  action: AuditAction,
  states: States,
  now: number,
) =>
  auditEntry(
    by,
    { objectKind: 'caregiver', objectId: UserKey, objectName: Name, dealerKey: DealerKey, action, ...states },
    now,
  );
