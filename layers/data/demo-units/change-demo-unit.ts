import { type DemoStatus, isUnworn, refusalOf, statusAfter } from '#core/demo-units/demo-status.ts';
import { AppError } from '#core/errors.ts';
import { dealerKeysOf, type Scope } from '#core/scope.ts';
import { instant } from '#core/time.ts';
import { DESTROYED } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { UNLINKED } from '#core/vitals/unlinked.ts';
import { auditEntry } from '../audit/audit.ts';
import { leavingEntities, leavingOf } from '../customers/leaving.ts';
import { UnitCustomerEntity } from '../customers/unit-customer.ts';
import { change, RETRY, refusedAs, retry } from '../kit/change.ts';
import { type Operations, versionIs } from '../kit/conditions.ts';
import { placesFreed } from '../reminders/minutes.ts';
import { UnitWithoutSecretEntity } from '../units/unit-secrets.ts';
import { UnitCountEntity, UnitEntity } from '../units/units.ts';
import { DemoUnitEntity, type DemoUnitItem, demoUnitStore } from './demo-units.ts';

const entities = {
  unit: UnitEntity,
  demo: DemoUnitEntity,
  customer: UnitCustomerEntity,
  mark: UnitWithoutSecretEntity,
  count: UnitCountEntity,
  ...leavingEntities,
};

const HAS_CUSTOMER = 'The unit has a customer. Remove it from the customer first';
const refused = { changed: RETRY, unitChanged: 'The unit changed meanwhile. Please load it again' } as const;
const BUSY = 'The unit changes right now. Please try again in a moment';

interface Wanted {
  UnitStatus: DemoStatus;
  /** Absent: the note stays. */
  Note?: string;
  /** The version that somebody edits. Absent: the unit becomes a demo unit if it is none. */
  version?: number;
}

/** Throws CONFLICT if a unit cannot get the status. */
export function requireStatus(units: readonly UnitRecord[], chosen: DemoStatus): void {
  const refused = units.flatMap(({ UnitSerNum, UnitStatus }) => {
    const message = refusalOf(UnitStatus, chosen);
    return message === undefined ? [] : [`${UnitSerNum}: ${message}`];
  });
  if (refused.length > 0) throw new AppError('CONFLICT', refused.join('. '));
}

/**
 * Changes the status and the note of a demo unit in one transaction. CONFLICT if the status cannot follow, the unit has a customer, or somebody
 * else changed it meanwhile.
 */
export async function changeDemoUnit(
  scope: Scope,
  was: UnitRecord,
  { UnitStatus: chosen, Note, version }: Wanted,
  now: number,
): Promise<void> {
  const { UnitSerNum, UnitModel, DealerKey } = was;
  requireStatus([was], chosen);
  const UnitStatus = statusAfter(was.UnitStatus, chosen);
  const isOther = UnitStatus !== was.UnitStatus;
  const leavesWearer = !isUnworn(was.UnitStatus) && isUnworn(UnitStatus);
  await retry(BUSY, async () => {
    const demo = await demoUnitStore.get(UnitSerNum);
    if (version !== undefined && !demo) throw new AppError('NOT_FOUND', 'There is no such demo unit');
    if (version !== undefined && demo?.version !== version)
      throw new AppError('CONFLICT', 'Somebody else changed the demo unit meanwhile. Please load it again');
    const next = nextItem(demo, was, Note, now);
    if (!isOther && demo && demo.Note === next.Note) return;
    const [{ data: customer }, { data: mark }] = await Promise.all([
      UnitCustomerEntity.get({ UnitSerNum }).go({ consistent: true }),
      UnitWithoutSecretEntity.get({ UnitSerNum }).go({ consistent: true }),
    ]);
    if (isOther && customer) throw new AppError('CONFLICT', HAS_CUSTOMER);
    // A destroyed unit needs no secret, so it leaves the list of units without one.
    const isUnmarked = UnitStatus === DESTROYED && isOther;
    const leaving = leavesWearer ? await leavingOf(was, now) : undefined;
    const ofUnit = { objectKind: 'unit', objectId: UnitSerNum, dealerKey: DealerKey } as const;
    // The link has an entry of its own, which HIDE_CUSTOMER hides.
    const { vitalsPortal, ...left } = leaving?.left ?? {};
    const audit = [
      auditEntry(
        scope,
        {
          ...{ ...ofUnit, action: demo ? 'edit demo unit' : 'add demo unit' },
          before: { UnitStatus: was.UnitStatus, ...(demo && { Note: demo.Note }), ...left },
          after: { UnitStatus, Note: next.Note },
        },
        now,
      ),
      ...(vitalsPortal
        ? [auditEntry(scope, { ...ofUnit, action: 'unlink vitals patient', before: { vitalsPortal } }, now)]
        : []),
      ...(leaving?.audit ?? []),
    ];
    await change({ entities, audit, about: was, refused }, (to) => [
      refusedAs(
        'unitChanged',
        isOther
          ? to.unit
              .patch({ UnitSerNum })
              .set({
                UnitStatus,
                ...(isUnworn(UnitStatus) && UNLINKED),
                ...leaving?.fields,
              })
              .remove([...(leaving?.lost ?? [])])
              .add(leaving?.counts ?? {})
              .where(isAsRead(was))
              .commit()
          : to.unit.check({ UnitSerNum }).where(isAsRead(was)).commit(),
      ),
      ...(leaving?.writes(to) ?? []),
      ...placesFreed(to, leaving?.placed ?? [], { now }),
      to.demo.put(next).where(versionIs(demo?.version)).commit(),
      ...(isOther
        ? [
            to.customer
              .check({ UnitSerNum })
              .where((link, { notExists }) => notExists(link.CustomerKey))
              .commit(),
          ]
        : []),
      ...(isUnmarked
        ? [
            to.mark
              .delete({ UnitSerNum })
              .where((stored, { eq, notExists }) =>
                mark ? eq(stored.dealerPath, mark.dealerPath) : notExists(stored.dealerPath),
              )
              .commit(),
            ...dealerKeysOf(mark?.dealerPath ?? '').map((key) =>
              to.count.upsert({ DealerKey: key, UnitModel }).add({ count: 0, withoutSecret: -1 }).commit(),
            ),
          ]
        : []),
    ]);
  });
}

const isAsRead =
  (was: UnitRecord) =>
  (unit: Pick<UnitRecord, 'dealerPath' | 'UnitStatus'>, { eq }: Operations): string =>
    `${eq(unit.dealerPath, was.dealerPath)} AND ${eq(unit.UnitStatus, was.UnitStatus)}`;

/** A note stays with the dealer whose engineers wrote it. */
const nextItem = (
  demo: DemoUnitItem | undefined,
  { UnitSerNum, DealerKey, dealerPath }: UnitRecord,
  Note: string | undefined,
  now: number,
): DemoUnitItem => ({
  UnitSerNum,
  DealerKey,
  dealerPath,
  Note: Note ?? (demo?.DealerKey === DealerKey ? demo.Note : ''),
  since: demo?.since ?? instant(now),
  version: (demo?.version ?? 0) + 1,
});
