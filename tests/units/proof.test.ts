import { expect, it } from 'vitest';
import { isMarked, mayLoginWithoutProof } from '#core/units/proof.ts';
import { DESTROYED } from '#core/units/unit.ts';
import { seed } from '#scripts/seed/areas/units.ts';
import { seedUnits } from '#scripts/seed/units.ts';

it.each([
  ['a unit that is trusted by its label', true, false, true],
  ['one of a dealer that requires a proof', true, true, false],
  ['a new unit', false, false, false],
  ['a new unit of a dealer that requires a proof', false, true, false],
])('%s : whether it may log in without a proof', (_, isTrustedByLabel, isProofRequired, may) =>
  expect(mayLoginWithoutProof(isTrustedByLabel, isProofRequired)).toBe(may),
);

it.each([
  ['an assigned unit without a secret', 9, false, true],
  ['a unit in repair without a secret', 33, false, true],
  ['a destroyed unit without a secret', DESTROYED, false, false],
  ['a unit with a secret', 9, true, false],
] as const)('%s : whether it is listed among those without a secret', (_, UnitStatus, hasSecret, isListed) =>
  expect(isMarked({ UnitStatus }, hasSecret)).toBe(isListed),
);

it('the seeded counts of units without a secret are those of the marks, and no destroyed unit has one', () => {
  const options = { count: 300, now: Date.UTC(2026, 10, 21) };
  const items = [...seed(options)] as Record<string, unknown>[];
  const of = (entity: string) => items.filter((item) => item.__edb_e__ === entity);
  const marked = new Set(of('unitWithoutSecret').map(({ UnitSerNum }) => UnitSerNum));
  const counted = of('unitCount').filter(({ DealerKey }) => DealerKey === 1);
  expect(counted.reduce((sum, { withoutSecret }) => sum + Number(withoutSecret), 0)).toBe(marked.size);
  const destroyed = [...seedUnits(options)].filter(({ UnitStatus }) => UnitStatus === DESTROYED);
  expect(destroyed.length).toBeGreaterThan(0);
  expect(destroyed.filter(({ UnitSerNum }) => marked.has(UnitSerNum))).toEqual([]);
});
