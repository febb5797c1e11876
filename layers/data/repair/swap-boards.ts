import { ROOT_PATH } from '#core/dealers/tree.ts';
import { AppError } from '#core/errors.ts';
import {
  BOARD_FIELDS,
  type BoardSwapInput,
  boardWrites,
  swapRefusal,
  swapWorkOn,
  withBoardOf,
} from '#core/repair/board-swap.ts';
import { dealerKeysOf, type Scope } from '#core/scope.ts';
import { isMarked } from '#core/units/proof.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { requireNotHeldBack } from '../interlock/safety-facts.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { without } from '../kit/without.ts';
import { homeAsked, queuedByRemoval, removalOfHome, removalWrites } from '../unit-configuration/former-home.ts';
import { SyncMessageEntity } from '../unit-configuration/sync-messages.ts';
import { isInPlace, placeEntities } from '../units/place-writes.ts';
import { UnitConnectionEntity } from '../units/unit-connection-entity.ts';
import { lookupKeyOf, lookupsOf, unitLookupStore } from '../units/unit-lookups.ts';
import { UnitSecretEntity, UnitWithoutSecretEntity } from '../units/unit-secrets.ts';
import { UnitEntity, unitStore } from '../units/units.ts';

const entities = {
  unit: UnitEntity,
  secret: UnitSecretEntity,
  connection: UnitConnectionEntity,
  syncMessage: SyncMessageEntity,
  ...placeEntities,
};

/** Numbers of boards are unique among the units of all dealers. */
const EVERYWHERE = { dealerPath: ROOT_PATH };

/**
 * Gives the unit the board of the spare unit, and the spare unit the board of the unit. Both lose their secrets, because these are stored on
 * the boards: neither connects until it gets a new one. Each wearable has to forget the home Wi-Fi that its new board brings along. CONFLICT if one of them has another board than the caller saw, or a rule or the interlock refuses the swap.
 */
export async function swapBoards(scope: Scope, seen: BoardSwapInput, now: number): Promise<UnitRecord> {
  return retry('The units change right now. Please try again in a moment', async () => {
    // One after the other, so that the answer about a unit outside the scope is always the same.
    const unit = await unitStore.get(scope, seen.UnitSerNum);
    const spare = await unitStore.get(scope, seen.SpareSerNum);
    if (unit.IMEI !== seen.IMEI || spare.IMEI !== seen.SpareIMEI)
      throw new AppError(
        'CONFLICT',
        'One of the units has got another board since you loaded it. Please load both again',
      );
    const refusal = swapRefusal(unit, spare);
    if (refusal !== undefined) throw new AppError('CONFLICT', refusal);
    await requireUniqueNumbers(unit, spare);
    await requireNotHeldBack(swapWorkOn(unit, now), unit.UnitSerNum, now);
    const sides = await Promise.all([sideOf(unit, spare, now), sideOf(spare, unit, now)]);
    const newlyMarked = sides.filter(({ mark, was }) => mark === null && isMarked(was, false)).length;
    const audit = sides.map(({ was, board }) => entryOf(scope, was, board, now));
    await change({ entities, refused: { changed: RETRY }, audit, by: scope, about: unit }, (to) => [
      ...sides.flatMap(({ was, board, mark, connection, removal }) => {
        const { UnitSerNum, UnitModel, dealerPath } = was;
        const { set, remove } = boardWrites(was, board);
        // A login of the former board that arrives late is older than this fence.
        const loginFence = connection && { loginFence: connection.fence + 1 };
        const lookups = { was: lookupsOf(was), next: lookupsOf(withBoardOf(was, board)) };
        const gone = without(lookups.was.map(lookupKeyOf), lookups.next.map(lookupKeyOf));
        return [
          to.unit
            .patch({ UnitSerNum })
            .set({ ...set, ...loginFence, ...homeAsked(was, now) })
            .add(queuedByRemoval(removal))
            .remove(remove)
            .where(
              (stored, operations) => `${isInPlace(was)(stored, operations)} AND ${hasBoard(was)(stored, operations)}`,
            )
            .commit(),
          ...removalWrites(to, removal),
          ...without(lookups.next, lookups.was).map((one) => to.lookup.put(one).commit()),
          ...gone.map((key) => to.lookup.delete(key).commit()),
          to.secret.delete({ UnitSerNum }).commit(),
          mark
            ? to.mark.patch({ UnitSerNum }).set({ trustedByLabel: false }).commit()
            : to.mark.create({ UnitSerNum, UnitModel, dealerPath, trustedByLabel: false }).commit(),
          connection
            ? to.connection
                .patch({ UnitSerNum })
                .set({ held: false })
                .add({ fence: 1 })
                .where(({ fence }, { eq }) => eq(fence, connection.fence))
                .commit()
            : to.connection
                .check({ UnitSerNum })
                .where(({ fence }, { notExists }) => notExists(fence))
                .commit(),
        ];
      }),
      // Both units are at the same dealer and of the same model, so they are in the same counts.
      ...dealerKeysOf(newlyMarked > 0 ? unit.dealerPath : '').map((DealerKey) =>
        to.count
          .upsert({ DealerKey, UnitModel: unit.UnitModel })
          .add({ count: 0, withoutSecret: newlyMarked })
          .commit(),
      ),
    ]);
    return withBoardOf(unit, spare);
  });
}

async function sideOf(was: UnitRecord, board: UnitRecord, now: number) {
  const { UnitSerNum } = was;
  const [{ data: mark }, { data: connection }] = await Promise.all([
    UnitWithoutSecretEntity.get({ UnitSerNum }).go({ consistent: true }),
    UnitConnectionEntity.get({ UnitSerNum }).go({ consistent: true }),
  ]);
  const removal = await removalOfHome(was, was.DealerKey, now);
  return { was, board, mark, connection, removal };
}

async function requireUniqueNumbers(...swapped: UnitRecord[]): Promise<void> {
  const own = swapped.map(({ UnitSerNum }) => UnitSerNum);
  const numbers = swapped.flatMap(({ IMEI, ICCID1, ICCID2 }) => [
    ['IMEI', IMEI] as const,
    ['ICCID', ICCID1] as const,
    ['ICCID', ICCID2] as const,
  ]);
  for (const [field, value] of numbers) {
    if (!value) continue;
    const found = await unitLookupStore.withExactly(EVERYWHERE, field, value);
    if (found.some((serial) => !own.includes(serial)))
      throw new AppError('CONFLICT', `Another unit has the ${field} ${value} too. Correct it before the swap`);
  }
}

/** The condition that the unit has the status and the board that were read. */
const hasBoard =
  (was: UnitRecord) =>
  (unit: Required<UnitRecord>, { eq, notExists }: Operations): string =>
    [
      eq(unit.UnitStatus, was.UnitStatus),
      ...BOARD_FIELDS.map((field) => (was[field] === undefined ? notExists(unit[field]) : eq(unit[field], was[field]))),
    ].join(' AND ');

function entryOf(scope: Scope, was: UnitRecord, board: UnitRecord, now: number) {
  const numbers = ({ IMEI, ICCID1, ICCID2 }: UnitRecord) => ({ IMEI, ICCID1, ICCID2 });
  return auditEntry(
    scope,
    {
      objectKind: 'unit',
      objectId: was.UnitSerNum,
      dealerKey: was.DealerKey,
      action: 'swap board',
      before: numbers(was),
      after: { ...numbers(board), boardOf: board.UnitSerNum },
    },
    now,
  );
}
