import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import {
  keptUnits,
  ownerOf,
  parseRecent,
  type RecentUnit,
  rememberUnit,
  withRecent,
} from '#web/lib/page/recent-units.ts';
import { memoryStorage } from '../lib/memory-storage.ts';

const unit = (UnitSerNum: string): RecentUnit => ({ UnitSerNum, UnitModel: 'MXD-LTE' });
const serials = (units: readonly RecentUnit[]) => units.map(({ UnitSerNum }) => UnitSerNum);

it('contain the last ten, newest first [P3-E14 P3-K36]', () => {
  let units: RecentUnit[] = [];
  for (let number = 1; number <= 12; number += 1) units = withRecent(units, unit(`4000${number}`));
  expect(units).toHaveLength(10);
  expect(serials(units).slice(0, 2)).toEqual(['400012', '400011']);
});

it('contain a unit once', () =>
  expect(serials(withRecent([unit('A'), unit('B'), unit('C')], unit('B')))).toEqual(['B', 'A', 'C']));

test.each([[null], ['not json'], ['{}'], ['[1,null,{"UnitSerNum":4}]']])('ignore %s', (kept) =>
  expect(parseRecent(kept)).toEqual([]),
);

describe('the stored list of a browser', () => {
  beforeEach(() => vi.stubGlobal('localStorage', memoryStorage()));
  afterEach(() => vi.unstubAllGlobals());

  const [nora, noraAsOregon, owen] = [
    ownerOf({ user: 'nora', dealer: 22 }),
    ownerOf({ user: 'nora', dealer: 220 }),
    ownerOf({ user: 'owen', dealer: 22 }),
  ] as const;

  it('is separate per user and shown dealer [P2-E52 P3-E13]', () => {
    rememberUnit(nora, unit('400001'));
    rememberUnit(noraAsOregon, unit('400002'));
    expect([nora, noraAsOregon, owen].map((owner) => serials(keptUnits(owner)))).toEqual([['400001'], ['400002'], []]);
  });

  it('is the same array until it changes, and is restored after a reload', () => {
    rememberUnit(nora, unit('400001'));
    expect(keptUnits(nora)).toBe(keptUnits(nora));
    rememberUnit(nora, unit('400003'));
    expect(serials(parseRecent(localStorage.getItem(localStorage.key(0)!)))).toEqual(['400003', '400001']);
  });
});
