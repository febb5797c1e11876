import type { DealerRecord } from '#core/dealers/dealer-record.ts';
import { AppError } from '#core/errors.ts';
import type { Rights } from '#core/scope.ts';
import { DEALER_CLOSED, LOST_FIELDS, leftBehind, movedFields } from '#core/units/move.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import type { BulkActionOutcome } from '../bulk-actions/bulk-action-rows.ts';
import { partForDealer, rowEntities, rowRefused, rowWrites } from '../bulk-actions/row-of-change.ts';
import { closedDealerStore } from '../dealers/closed-dealers.ts';
import { DEALER_MOVED, DealerEntity, dealerIsAt } from '../dealers/dealers.ts';
import { change, RETRY, refusedAs, retry } from '../kit/change.ts';
import type { By } from '../kit/grounds.ts';
import { placesFreed } from '../reminders/minutes.ts';
import { reminderEntities, removalOfAll } from '../reminders/reminders.ts';
import { broughtConfiguration, broughtEntities, PROFILE_FIELDS } from '../unit-configuration/brought.ts';
import { queuedByRemoval, removalOfHome, removalWrites } from '../unit-configuration/former-home.ts';
import { SyncMessageEntity } from '../unit-configuration/sync-messages.ts';
import { isInPlace, placeEntities, placeWrites } from './place-writes.ts';
import { UnitWithoutSecretEntity } from './unit-secrets.ts';
import { UnitEntity } from './units.ts';

const entities = {
  unit: UnitEntity,
  dealer: DealerEntity,
  ...placeEntities,
  ...broughtEntities,
  ...reminderEntities,
  ...rowEntities,
  syncMessage: SyncMessageEntity,
};

const refused = { changed: RETRY, moved: 'The unit changed meanwhile', dealerMoved: DEALER_MOVED } as const;

/**
 * Moves the unit to another dealer, with its configuration. Its reminders are deleted, it has to forget the home Wi-Fi of its wearer, and what the former dealer wrote about it stays behind; its
 * customer and caregivers follow the change of the unit. `row`: the bulk action that moves it. CONFLICT if the unit or one of the dealers moved meanwhile, or the dealer is closed.
 */
export async function moveUnit(
  scope: Rights & By,
  was: UnitRecord,
  { DealerKey, dealerPath }: DealerRecord,
  now: number,
  row?: BulkActionOutcome,
): Promise<void> {
  const { UnitSerNum } = was;
  if (was.DealerKey === DealerKey) throw new AppError('CONFLICT', 'The unit belongs to this dealer already');
  if (await closedDealerStore.isClosed(dealerPath, now, { consistent: true }))
    throw new AppError('CONFLICT', DEALER_CLOSED);
  await retry('The unit changes right now. Please try again in a moment', async () => {
    const { data: mark } = await UnitWithoutSecretEntity.get({ UnitSerNum }).go({ consistent: true });
    const reminders = await removalOfAll(UnitSerNum, now);
    const brought = await broughtConfiguration(was, { dealerPath, left: was.DealerKey });
    const removal = await removalOfHome(was, DealerKey, now);
    const audit = [
      ...moveEntries(scope, was, DealerKey, { ...brought, reminders: reminders.left }, now, row),
      ...reminders.audit,
    ];
    await change({ entities, audit, by: scope, about: was, refused: { ...refused, ...rowRefused() } }, (to) => [
      ...rowWrites(to, row),
      refusedAs(
        'moved',
        to.unit
          .patch({ UnitSerNum })
          .set(movedFields(was, { DealerKey, dealerPath }, now))
          // What the former dealer wanted for a SIM is not what the new one wants.
          .remove([...LOST_FIELDS, 'deactivateOnStartUp', ...(brought.leavesProfile ? PROFILE_FIELDS : [])])
          .add(queuedByRemoval(removal))
          .where(isInPlace(was))
          .commit(),
      ),
      ...removalWrites(to, removal),
      brought.write(to),
      refusedAs('dealerMoved', dealerIsAt(to.dealer, { DealerKey, dealerPath })),
      ...placeWrites(to, was, dealerPath, mark !== null),
      ...reminders.writes(to),
      ...placesFreed(to, reminders.placed, { now }),
    ]);
  });
}

/** One entry for each of the two dealers. Neither reads what only concerns the other one. */
function moveEntries(
  scope: Rights,
  was: UnitRecord,
  to: number,
  { leftProfileName, reminders }: { leftProfileName: string | undefined; reminders: object },
  now: number,
  row: BulkActionOutcome | undefined,
) {
  const unit = { objectKind: 'unit' as const, objectId: was.UnitSerNum };
  const left = {
    ...leftBehind(was),
    ...(leftProfileName !== undefined && { PTName: leftProfileName }),
    ...reminders,
  };
  return [
    auditEntry(
      scope,
      {
        ...unit,
        ...partForDealer(row, was.DealerKey),
        dealerKey: was.DealerKey,
        action: 'move unit',
        before: { DealerKey: was.DealerKey, ...left },
        after: { DealerKey: to },
      },
      now,
    ),
    auditEntry(
      scope,
      { ...unit, ...partForDealer(row, to), dealerKey: to, action: 'receive unit', after: { DealerKey: to } },
      now,
    ),
  ];
}
