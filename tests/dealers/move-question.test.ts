import { expect, it } from 'vitest';
import { moveQuestion } from '#web/features/dealers/move-question.ts';

const consequence = (DealerParent: number | null, parentName?: string) =>
  moveQuestion({ DealerName: 'North', DealerParent }, parentName).consequence;

const LOCKED_OUT = 'If a dealer above requires a proof of units, those without a secret cannot connect again.';
const DROPPED = 'Reminders that were set for a dealer formerly above are not sent.';

it('says that a move can lock out units and drop reminders', () => {
  expect(consequence(22, 'South')).toMatch(/^It will be below South, with every dealer, user and unit below it\. /);
  expect(consequence(22, 'South')).toContain(LOCKED_OUT);
  expect(consequence(22, 'South')).toContain(DROPPED);
});

it('says neither where it cannot happen', () => {
  expect(consequence(22)).toMatch(/^It will be below no other dealer, /);
  expect(consequence(22)).not.toContain(LOCKED_OUT);
  expect(consequence(null, 'South')).not.toContain(DROPPED);
});
