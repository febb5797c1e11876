import { expect, it } from 'vitest';
import { USER_TYPE } from '#core/access.ts';
import type { BulkActionRecord } from '#core/bulk-actions/bulk-action-record.ts';
import type { BulkActionName } from '#core/bulk-actions/kinds.ts';
import { lostRights } from '#core/bulk-actions/lost-rights.ts';
import { countsOf } from '#core/bulk-actions/outcome.ts';
import { hasTimeFor, isToDo, sharesOf } from '#core/bulk-actions/work.ts';
import { SECOND } from '#core/time.ts';

const standing = (given: Partial<BulkActionRecord> = {}) =>
  ({ attempt: 2, turn: 3, total: 10, done: 4, failed: 1, ...given }) as BulkActionRecord;
const share = { attempt: 2, turn: 3 };

it('a share is to do in its attempt and its turn, while the bulk action is neither held nor over', () => {
  expect(isToDo(share, standing())).toBe(true);
  expect(isToDo({ attempt: 2, turn: 0 }, standing({ turn: undefined }))).toBe(true);
  for (const later of [{ attempt: 3 }, { turn: 4 }, { stoppedAt: '2026-11-21T09:30:00.000Z' }, { done: 9 }])
    expect([later, isToDo(share, standing(later))]).toEqual([later, false]);
});

it('a share has 25 units, or 3 whose carriers are asked; a turn of a pace is one share', () => {
  const units = Array.from({ length: 26 }, (_, index) => String(400_000 + index));
  const sizes = (action: BulkActionName, pace?: number) =>
    sharesOf({ bchKey: 'b', attempt: 1, turn: 0, action, pace }, units).map((one) => one.units.length);
  expect(sizes('reporting')).toEqual([25, 1]);
  expect(sizes('sim')).toEqual([...Array(8).fill(3), 2]);
  expect(sizes('sim', 60)).toEqual([25, 1]);
  expect(sharesOf({ bchKey: 'b', attempt: 1, turn: 0, action: 'sim' }, units).flatMap((one) => one.units)).toEqual(
    units,
  );
});

it('a worker begins no row for which its time is too short: one whose carrier is asked takes most of a minute', () => {
  const has = (action: BulkActionName, seconds: number, collecting?: BulkActionRecord['collecting']) =>
    hasTimeFor({ action, collecting }, seconds * SECOND);
  expect([has('tag', 10), has('tag', 9.9)]).toEqual([true, false]);
  expect([has('sim', 45), has('sim', 44.9)]).toEqual([true, false]);
  // Finding units asks no carrier.
  expect(has('sim', 10, { walk: 1 })).toBe(true);
});

it('says which right who started it has lost', () => {
  const asked = { action: 'sim', createdBy: 'ann' } as const;
  const having = (...flags: string[]) => ({ userType: USER_TYPE.dealerStaff, flags }) as never;
  expect(lostRights(asked, undefined)).toBe('The access of ann, with which the bulk action was started, has ended');
  expect(lostRights(asked, having('SIM_EDIT'))).toBe('ann may no longer use bulk actions');
  expect(lostRights(asked, having('BULK_ACTIONS'))).toBe('ann may no longer do this with a unit');
  expect(lostRights(asked, having('BULK_ACTIONS', 'SIM_EDIT'))).toBeUndefined();
});

it('each row counts once, by its outcome', () => {
  expect(countsOf({ total: 20, done: 12, failed: 3, asked: 4, already: 2 })).toEqual({
    ...{ toDo: 5, updated: 6, asked: 4, already: 2, failed: 3 },
  });
});
