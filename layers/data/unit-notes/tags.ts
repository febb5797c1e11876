import { AppError } from '#core/errors.ts';
import { isEqual } from '#core/is-equal.ts';
import type { Rights } from '#core/scope.ts';
import { tagsAfter, whyTooManyTags } from '#core/units/tags.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import type { BulkActionOutcome } from '../bulk-actions/bulk-action-rows.ts';
import { partOf, rowEntities, rowRefused, rowWrites } from '../bulk-actions/row-of-change.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { UnitEntity, unitStore } from '../units/units.ts';

const BUSY = 'Others change the tags of this unit right now. Please try again';

interface TagChange {
  add: readonly string[];
  remove: readonly string[];
}

/** Adds and removes tags, and returns the tags of the unit. What others change at the same time is kept too. `row`: the bulk action that does it. */
export const changeTags = (
  by: Rights,
  UnitSerNum: string,
  { add, remove }: TagChange,
  now: number,
  row?: BulkActionOutcome,
) =>
  retry(BUSY, async (): Promise<string[]> => {
    const was = await unitStore.get(by, UnitSerNum);
    const next = tagsAfter(was.Tags, add, remove);
    const tooMany = whyTooManyTags(next);
    if (tooMany !== undefined) throw new AppError('TOO_LARGE', tooMany);
    const isSame = isEqual(next, was.Tags ?? []);
    if (isSame && !row) return next;
    const audit = auditEntry(
      by,
      {
        objectKind: 'unit',
        objectId: UnitSerNum,
        dealerKey: was.DealerKey,
        action: 'change tags',
        before: { Tags: was.Tags ?? [] },
        after: { Tags: next },
        ...partOf(row),
      },
      now,
    );
    const entities = { unit: UnitEntity, ...rowEntities };
    const refused = { changed: RETRY, ...rowRefused() } as const;
    await change({ entities, audit: isSame ? [] : audit, about: was, refused }, (to) => [
      ...rowWrites(to, row, isSame),
      to.unit.patch({ UnitSerNum }).set({ Tags: next }).where(isAsRead(was)).commit(),
    ]);
    return next;
  });

/** The condition that the unit has the tags and the dealer that were read. */
const isAsRead =
  ({ Tags, DealerKey }: UnitRecord) =>
  (unit: Pick<Required<UnitRecord>, 'Tags' | 'DealerKey'>, { eq, notExists }: Operations) =>
    `${eq(unit.DealerKey, DealerKey)} AND ${Tags === undefined ? notExists(unit.Tags) : eq(unit.Tags, Tags)}`;
