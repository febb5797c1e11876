import { AppError } from '#core/errors.ts';
import { isEqual } from '#core/is-equal.ts';
import type { Scope } from '#core/scope.ts';
import { MAX_TAGS, tagsAfter } from '#core/units/tags.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { auditEntry } from '../audit/audit.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import type { Operations } from '../kit/conditions.ts';
import { UnitEntity, unitStore } from '../units/units.ts';

const BUSY = 'Others change the tags of this unit right now. Please try again';

interface TagChange {
  add: readonly string[];
  remove: readonly string[];
}

/** Adds and removes tags, and returns the tags of the unit. What others change at the same time is kept too. */
export const changeTags = (scope: Scope, UnitSerNum: string, { add, remove }: TagChange, now: number) =>
  retry(BUSY, async (): Promise<string[]> => {
    const was = await unitStore.get(scope, UnitSerNum);
    const next = tagsAfter(was.Tags, add, remove);
    if (next.length > MAX_TAGS) throw new AppError('TOO_LARGE', `A unit has at most ${MAX_TAGS} tags`);
    if (isEqual(next, was.Tags ?? [])) return next;
    const audit = auditEntry(
      scope,
      {
        objectKind: 'unit',
        objectId: UnitSerNum,
        dealerKey: was.DealerKey,
        action: 'change tags',
        before: { Tags: was.Tags ?? [] },
        after: { Tags: next },
      },
      now,
    );
    await change({ entities: { unit: UnitEntity }, audit, about: was, refused: { changed: RETRY } }, (to) => [
      to.unit.patch({ UnitSerNum }).set({ Tags: next }).where(isAsRead(was)).commit(),
    ]);
    return next;
  });

/** The condition that the unit has the tags and the dealer that were read. */
const isAsRead =
  ({ Tags, DealerKey }: UnitRecord) =>
  (unit: Pick<Required<UnitRecord>, 'Tags' | 'DealerKey'>, { eq, notExists }: Operations) =>
    `${eq(unit.DealerKey, DealerKey)} AND ${Tags === undefined ? notExists(unit.Tags) : eq(unit.Tags, Tags)}`;
