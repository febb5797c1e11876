import { expect, it } from 'vitest';
import { isFinished, isUnderWay } from '#core/bulk-actions/bulk-action.ts';
import { commandsOf } from '#core/bulk-actions/command.ts';

const counts = { total: 0, done: 0, failed: 0 };

it('a bulk action is not finished while its units are being found, and can be paused and cancelled', () => {
  expect(isFinished({ ...counts, collecting: { walk: 1 } })).toBe(false);
  expect(isFinished(counts)).toBe(true);
  expect(isUnderWay({ state: 'collecting' })).toBe(true);
  const standing = { state: 'collecting', failed: 0 } as const;
  expect(commandsOf({ ...standing, isStalled: false })).toEqual(['pause', 'cancel']);
  expect(commandsOf({ ...standing, isStalled: true })).toEqual(['resume', 'pause', 'cancel']);
});
