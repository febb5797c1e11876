import type { TransactWriteEntities } from 'electrodb';
import type { AuditAction } from '#core/audit/kinds.ts';
import type { Scope } from '#core/scope.ts';
import type { UnitFlags } from '#core/unit-actions/flags.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { change } from '../kit/change.ts';
import { UnitEntity } from '../units/units.ts';

type Switches = Partial<UnitFlags & Pick<UnitRecord, 'AllowSMSConnect' | 'RemoteLog' | 'newBattery' | 'newBatteryAt'>>;

export const UNIT_CHANGED = 'The unit changed meanwhile';

/** The write and the audit entry that store what differs; undefined if nothing does. The write is refused if somebody else changed it, or the unit moved. */
export function switching(scope: Scope, was: UnitRecord, action: AuditAction, wanted: Switches, now: number) {
  const names = (Object.keys(wanted) as (keyof Switches)[]).filter((name) => wanted[name] !== was[name]);
  if (names.length === 0) return undefined;
  const { UnitSerNum, DealerKey, dealerPath } = was;
  const valuesOf = (values: Switches) => Object.fromEntries(names.map((name) => [name, values[name]]));
  const entry = {
    objectKind: 'unit',
    objectId: UnitSerNum,
    dealerKey: DealerKey,
    action,
    before: valuesOf(was),
    after: valuesOf(wanted),
  } as const;
  return {
    audit: auditEntry(scope, entry, now),
    write: (unit: TransactWriteEntities<{ unit: typeof UnitEntity }>['unit']) =>
      unit
        .patch({ UnitSerNum })
        .set(valuesOf(wanted))
        .where((stored, { eq, notExists }) =>
          [
            eq(stored.dealerPath, dealerPath),
            ...names.map((name) => (was[name] === undefined ? notExists(stored[name]) : eq(stored[name], was[name]))),
          ].join(' AND '),
        )
        .commit(),
  };
}

/** Stores what differs, with its audit entry. CONFLICT if somebody else changed it, or the unit or its dealer moved. */
export async function setSwitches(
  scope: Scope,
  was: UnitRecord,
  action: AuditAction,
  wanted: Switches,
  now: number,
): Promise<void> {
  const switched = switching(scope, was, action, wanted, now);
  if (!switched) return;
  const { audit, write } = switched;
  await change({ entities: { unit: UnitEntity }, refused: { changed: UNIT_CHANGED }, audit, about: was }, (to) => [
    write(to.unit),
  ]);
}
