import { describe, expect, it } from 'vitest';
import { COUNTED_FACETS, UnitNumbers, type Visit } from '#core/dashboard/dashboard.ts';
import { problemNumbers } from '#core/dashboard/problems.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { attentionOf } from '#web/features/dashboard/attention.ts';
import { listAddress } from '#web/features/units/list-address.ts';
import { listInputOf } from '#web/features/units/use-units.ts';
import { paths } from '#web/lib/page/paths.ts';

type Facets = UnitNumbers['facets'];

const dealer = { engineer: false };
const none = { 'MXD-LTE': 0, myConnect: 0, 'myConnect Air': 0 };

const numbers = (
  given: Partial<Record<UnitModel, Partial<Facets[UnitModel]>>> = {},
  withoutSecret: UnitNumbers['withoutSecret'] = none,
): UnitNumbers => ({
  totals: none,
  withoutSecret,
  facets: Object.fromEntries(
    UNIT_MODELS.map((model) => [
      model,
      { ...Object.fromEntries(COUNTED_FACETS.map((facet) => [facet, []])), ...given[model] },
    ]),
  ) as unknown as Facets,
});
const value = (of: string, inService: number, count = inService) => ({ value: of, count, inService });

describe('what needs a person', () => {
  it('is nothing while no unit in service has a problem', () => {
    const sound = {
      condition: [value('healthy', 10), value('out', 0, 9)],
      Report: [value('1', 10), value('0', 0, 9)],
      ActiveState: [value('14', 10, 12), value('15', 0, 7), value('7', 2)],
    };
    expect(attentionOf(numbers({ 'MXD-LTE': sound }), undefined, dealer)).toEqual([]);
  });

  it('is silent and late units, those that need attention, without reporting, with SIM trouble, with failed updates and without a secret', () => {
    const trouble = {
      condition: [value('silent', 2), value('late', 1), value('attention', 5)],
      Report: [value('0', 4, 9)],
      ActiveState: [value('14', 3), value('36', 1), value('15', 6, 8)],
      Updates: [value('failed', 3, 4)],
    };
    const rows = attentionOf(numbers({ 'MXD-LTE': trouble }, { ...none, myConnect: 8 }), undefined, dealer);
    expect(rows.map(({ label, tone, counts }) => [label, tone, counts['MXD-LTE'], counts.myConnect])).toEqual([
      ['Silent', 'silent', 2, 0],
      ['Late', 'warning', 1, 0],
      ['Needs attention', 'warning', 5, 0],
      ['Reporting off', 'warning', 4, 0],
      ['SIM deactivated', 'danger', 6, 0],
      ['SIM provisioning voice', 'warning', 1, 0],
      ['Failed updates', 'warning', 3, 0],
      ['Without a secret', 'warning', 0, 8],
    ]);
  });

  it('names Non-Billing to engineers', () => {
    const one = numbers({ myConnect: { ActiveState: [value('35', 1)] } });
    expect(attentionOf(one, undefined, { engineer: true }).map(({ label }) => label)).toEqual(['SIM non-billing']);
  });

  it('leads to the list of exactly the units that it counts, of each model', () => {
    const all = {
      condition: [value('silent', 1), value('attention', 1)],
      Report: [value('0', 1)],
      ActiveState: [value('15', 1)],
      Updates: [value('failed', 1)],
    };
    const rows = attentionOf(numbers({ myConnect: all }, { ...none, myConnect: 1 }), undefined, dealer);
    const asked = rows.map(({ filter }) => {
      const { searchParams } = new URL(paths.units({ UnitModel: 'myConnect', ...filter }), 'http://portal');
      return listInputOf(listAddress(searchParams));
    });
    const list = { param: 'all', UnitModel: 'myConnect' };
    expect(asked).toEqual([
      { ...list, condition: 'silent' },
      { ...list, condition: 'attention' },
      { ...list, UnitStatus: '9', Report: '0' },
      { ...list, UnitStatus: '9', ActiveState: '15' },
      { ...list, UnitStatus: '9', Updates: 'failed' },
      { param: 'withoutSecret', UnitModel: 'myConnect' },
    ]);
  });

  it('says what has changed since the last visit, also of a problem that is gone', () => {
    const before = numbers({
      myConnect: { condition: [value('silent', 4), value('late', 2)], Report: [value('0', 1)] },
    });
    const now = numbers({
      'MXD-LTE': { condition: [value('silent', 2)] },
      myConnect: { condition: [value('silent', 3)], Report: [value('0', 1)] },
    });
    const lastVisit: Visit = { at: '2026-11-20T09:00:00.000Z', numbers: problemNumbers(before) };
    expect(attentionOf(now, lastVisit, dealer).map(({ label, since }) => [label, since])).toEqual([
      ['Silent', 1],
      ['Late', -2],
      ['Reporting off', 0],
    ]);
    expect(attentionOf(now, undefined, dealer).map(({ since }) => since)).toEqual([undefined, undefined]);
  });
});

it('the numbers of a server from before the counts of updates are read', () => {
  const none = { 'MXD-LTE': 0, myConnect: 0, 'myConnect Air': 0 };
  const before = { condition: [], Report: [], ActiveState: [] };
  const facets = { 'MXD-LTE': before, myConnect: before, 'myConnect Air': before };
  expect(UnitNumbers.parse({ totals: none, withoutSecret: none, facets }).facets['MXD-LTE'].Updates).toEqual([]);
});
