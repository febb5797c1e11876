import { randomInt } from 'node:crypto';
import {
  type AvailableCaregiver,
  type Caregiver,
  type CaregiverFields,
  type CaregiverType,
  MAX_CAREGIVERS_OF_UNIT,
  MAX_UNITS_OF_CAREGIVER,
  newUniqueIdentifier,
  UniqueIdentifier,
} from '#core/caregivers/caregiver.ts';
import type { CaregiverRecord } from '#core/caregivers/caregiver-record.ts';
import { mergeCaregiver } from '#core/caregivers/merge.ts';
import { AppError } from '#core/errors.ts';
import { isEqual } from '#core/is-equal.ts';
import type { Scope } from '#core/scope.ts';
import { inCapitals } from '#core/text.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { getAll } from '../kit/batch.ts';
import { change, retry } from '../kit/change.ts';
import { newId } from '../kit/id.ts';
import { shownRows } from '../kit/shown-rows.ts';
import { endOfPrefix } from '../kit/table.ts';
import { CaregiverEntity, CaregiverIdentifierEntity } from './entities.ts';
import { type Assignment, careOf, careWithCustomer } from './unit-care.ts';
import {
  BUSY,
  caregiverChanges,
  caregiverEntry,
  entities,
  refused,
  removeAssignment,
  takeOffUnit,
  unitCareChanges,
  unitEntry,
  unitIsAsRead,
} from './writes.ts';

const MOST_AVAILABLE = 50;

const missing = () => new AppError('NOT_FOUND', 'There is no such caregiver');
const notAssigned = () => new AppError('NOT_FOUND', 'This caregiver is not assigned to the unit');
const full = () => new AppError('TOO_LARGE', `A unit can have at most ${MAX_CAREGIVERS_OF_UNIT} caregivers`);

export const caregiverStore = {
  /** The caregivers of a unit, by name. */
  async ofUnit(unit: UnitRecord): Promise<Caregiver[]> {
    const { assignments } = await careOf(unit);
    const records = new Map((await recordsOf(assignments)).map((record) => [record.UserKey, record]));
    return shownRows(assignments, (assignment) => ({
      ...shown(records.get(assignment.UserKey)!),
      UserType: assignment.UserType,
    })).sort(byName);
  },

  /**
   * The caregivers of the unit's dealer whose name starts with `search`, or who have it as their unique ID, by name. Those in `assigned` are
   * left out.
   */
  async available(
    { DealerKey }: Pick<UnitRecord, 'DealerKey'>,
    search: string,
    assigned: readonly Pick<Caregiver, 'UserKey'>[],
  ): Promise<{ available: AvailableCaregiver[]; more: boolean }> {
    const start = search.toLowerCase();
    const query = CaregiverEntity.query.byName({ DealerKey });
    const range = start === '' ? query : query.between({ nameOrder: start }, { nameOrder: endOfPrefix(start) });
    const limit = MOST_AVAILABLE + assigned.length;
    const [{ data, cursor }, identified] = await Promise.all([range.go({ limit }), byIdentifier(DealerKey, search)]);
    const others = data.filter(({ UserKey }) => UserKey !== identified?.UserKey);
    const isFree = ({ UserKey }: CaregiverRecord) => !assigned.some((one) => one.UserKey === UserKey);
    const found = [...(identified ? [identified] : []), ...others].filter(isFree);
    return { available: shownRows(found.slice(0, MOST_AVAILABLE), shown), more: cursor !== null };
  },

  /** Creates a caregiver of the unit's dealer and assigns it to the unit. CONFLICT if the unit has no customer or was moved. */
  create(
    scope: Scope,
    unit: UnitRecord,
    { Name, emails, UserType }: CaregiverFields & { UserType: CaregiverType },
    now: number,
  ): Promise<Caregiver> {
    const { UnitSerNum, DealerKey } = unit;
    return retry(BUSY, async () => {
      const { link, assignments } = await careWithCustomer(unit);
      if (assignments.length >= MAX_CAREGIVERS_OF_UNIT) throw full();
      const record: CaregiverRecord = {
        UserKey: newId(now),
        DealerKey,
        UniqueIdentifier: newUniqueIdentifier((limit) => randomInt(limit)),
        Name,
        emails,
        CaregiverUnits: [UnitSerNum],
        version: 1,
      };
      const audit = [
        caregiverEntry(scope, record, 'create caregiver', { after: { Name, emails } }, now),
        unitEntry(scope, unit, 'assign caregiver', { after: { caregiver: Name, UserType } }, now),
      ];
      const { UserKey } = record;
      await change({ entities, audit, about: unit, refused }, (to) => [
        unitIsAsRead(to, unit),
        unitCareChanges(to, link),
        to.caregiver.create(record).commit(),
        to.identifier.create({ UniqueIdentifier: record.UniqueIdentifier, UserKey }).commit(),
        to.assignment.create({ UnitSerNum, UserKey, DealerKey, CustomerKey: link.CustomerKey, UserType }).commit(),
      ]);
      return { ...shown(record), UserType };
    });
  },

  /** Assigns a caregiver of the unit's dealer to the unit. */
  assign(scope: Scope, unit: UnitRecord, UserKey: string, UserType: CaregiverType, now: number): Promise<void> {
    const { UnitSerNum, DealerKey } = unit;
    return retry(BUSY, async () => {
      const { link, assignments } = await careWithCustomer(unit);
      const record = await recordOf(unit, UserKey);
      if (assignments.some((one) => one.UserKey === UserKey))
        throw new AppError('CONFLICT', 'This caregiver is assigned to the unit already');
      if (assignments.length >= MAX_CAREGIVERS_OF_UNIT) throw full();
      if (record.CaregiverUnits.length >= MAX_UNITS_OF_CAREGIVER)
        throw new AppError('TOO_LARGE', `A caregiver can have at most ${MAX_UNITS_OF_CAREGIVER} units`);
      const audit = unitEntry(scope, unit, 'assign caregiver', { after: { caregiver: record.Name, UserType } }, now);
      await change({ entities, audit, about: unit, refused }, (to) => [
        unitIsAsRead(to, unit),
        unitCareChanges(to, link),
        caregiverChanges(to, record, { CaregiverUnits: [...record.CaregiverUnits, UnitSerNum] }),
        to.assignment.create({ UnitSerNum, UserKey, DealerKey, CustomerKey: link.CustomerKey, UserType }).commit(),
      ]);
    });
  },

  /** Removes a caregiver from the unit. The caregiver stays available. */
  unassign(scope: Scope, unit: UnitRecord, UserKey: string, now: number): Promise<void> {
    return retry(BUSY, async () => {
      const { link, assignment, record } = await assignedTo(unit, UserKey);
      const { UserType } = assignment;
      const before = { caregiver: record.Name, UserType };
      const audit = unitEntry(scope, unit, 'unassign caregiver', { before }, now);
      await change({ entities, audit, about: unit, refused }, (to) => [
        unitIsAsRead(to, unit),
        unitCareChanges(to, link),
        removeAssignment(to, unit.UnitSerNum, record),
        takeOffUnit(to, record, unit.UnitSerNum),
      ]);
    });
  },

  /** Changes the type that a caregiver has for the unit. */
  setType(scope: Scope, unit: UnitRecord, UserKey: string, UserType: CaregiverType, now: number): Promise<void> {
    const { UnitSerNum } = unit;
    return retry(BUSY, async () => {
      const { link, assignment, record } = await assignedTo(unit, UserKey);
      if (assignment.UserType === UserType) return;
      const states = {
        before: { caregiver: record.Name, UserType: assignment.UserType },
        after: { caregiver: record.Name, UserType },
      };
      const audit = unitEntry(scope, unit, 'change caregiver type', states, now);
      await change({ entities, audit, about: unit, refused }, (to) => [
        unitIsAsRead(to, unit),
        unitCareChanges(to, link),
        to.assignment.patch({ UnitSerNum, UserKey }).set({ UserType }).commit(),
      ]);
    });
  },

  /** Changes the information of a caregiver of the unit. It is the same for all units of the caregiver, so others may change it too. */
  update(
    scope: Scope,
    unit: UnitRecord,
    UserKey: string,
    { seen, entered }: { seen: CaregiverFields; entered: CaregiverFields },
    now: number,
  ): Promise<void> {
    return retry(BUSY, async () => {
      const { record } = await assignedTo(unit, UserKey);
      const stored = { Name: record.Name, emails: record.emails };
      const next = mergeCaregiver({ seen, entered, stored });
      if (isEqual(next, stored)) return;
      const audit = caregiverEntry(
        scope,
        { ...record, ...next },
        'edit caregiver',
        { before: stored, after: next },
        now,
      );
      await change({ entities, audit, about: unit, refused }, (to) => [
        unitIsAsRead(to, unit),
        caregiverChanges(to, record, next),
      ]);
    });
  },
};

/** The stored caregivers of the assignments. */
export const recordsOf = (assignments: readonly Assignment[]): Promise<CaregiverRecord[]> =>
  getAll(
    CaregiverEntity,
    assignments.map(({ UserKey }) => ({ UserKey })),
    { consistent: true },
  );

async function recordOf({ DealerKey }: UnitRecord, UserKey: string): Promise<CaregiverRecord> {
  const { data } = await CaregiverEntity.get({ UserKey }).go({ consistent: true });
  if (data?.DealerKey !== DealerKey) throw missing();
  return data;
}

async function assignedTo(unit: UnitRecord, UserKey: string) {
  const { link, assignments } = await careWithCustomer(unit);
  const assignment = assignments.find((one) => one.UserKey === UserKey);
  if (!assignment) throw notAssigned();
  return { link, assignment, record: await recordOf(unit, UserKey) };
}

async function byIdentifier(DealerKey: number, search: string): Promise<CaregiverRecord | undefined> {
  const identifier = UniqueIdentifier.safeParse(inCapitals(search));
  if (!identifier.success) return undefined;
  const { data } = await CaregiverIdentifierEntity.get({ UniqueIdentifier: identifier.data }).go();
  if (!data) return undefined;
  const { data: record } = await CaregiverEntity.get({ UserKey: data.UserKey }).go();
  return record?.DealerKey === DealerKey ? record : undefined;
}

const shown = ({ UserKey, UniqueIdentifier: identifier, Name, emails, CaregiverUnits }: CaregiverRecord) => ({
  UserKey,
  UniqueIdentifier: identifier,
  Name,
  emails,
  CaregiverUnits,
});

const byName = (one: Caregiver, other: Caregiver) => (one.Name.toLowerCase() < other.Name.toLowerCase() ? -1 : 1);
