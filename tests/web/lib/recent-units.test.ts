import { expect, it, test } from 'vitest';
import { parseRecent, type RecentUnit, withRecent } from '#web/lib/recent-units.ts';

const unit = (UnitSerNum: string): RecentUnit => ({ UnitSerNum, UnitModel: 'MXD-LTE' });
const serials = (units: readonly RecentUnit[]) => units.map(({ UnitSerNum }) => UnitSerNum);

it('keeps the ten opened last, the latest first', () => {
  let units: RecentUnit[] = [];
  for (let number = 1; number <= 12; number += 1) units = withRecent(units, unit(`4000${number}`));
  expect(units).toHaveLength(10);
  expect(serials(units).slice(0, 2)).toEqual(['400012', '400011']);
});

it('names a unit once', () =>
  expect(serials(withRecent([unit('A'), unit('B'), unit('C')], unit('B')))).toEqual(['B', 'A', 'C']));

test.each([[null], ['not json'], ['{}'], ['[1,null,{"UnitSerNum":4}]']])('%s counts as none', (kept) =>
  expect(parseRecent(kept)).toEqual([]),
);
