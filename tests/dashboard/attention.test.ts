import { describe, expect, it } from 'vitest';
import { FACETS } from '#core/units/facets.ts';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import { attentionOf } from '#web/features/dashboard/attention.ts';
import { listAddress } from '#web/features/units/list-address.ts';
import { listInputOf, type UnitsAnswer } from '#web/features/units/use-units.ts';
import { paths } from '#web/lib/page/paths.ts';

type Facets = NonNullable<UnitsAnswer['facets']>;

const dealer = { engineer: false };
const none = { 'MXD-LTE': 0, myConnect: 0, 'myConnect Air': 0 };

const facets = (given: Partial<Record<UnitModel, Partial<Facets[UnitModel]>>> = {}) =>
  Object.fromEntries(
    UNIT_MODELS.map((model) => [model, { ...Object.fromEntries(FACETS.map((facet) => [facet, []])), ...given[model] }]),
  ) as unknown as Facets;
const value = (of: string, inService: number, count = inService) => ({ value: of, count, inService });

describe('what needs a person', () => {
  it('is nothing while no unit in service has a problem', () => {
    const sound = {
      condition: [value('late', 3), value('healthy', 7), value('out', 0, 9)],
      Report: [value('1', 10), value('0', 0, 9)],
      ActiveState: [value('14', 10, 12), value('15', 0, 7), value('7', 2)],
    };
    expect(attentionOf(facets({ 'MXD-LTE': sound }), none, dealer)).toEqual([]);
  });

  it('is silent units, those that need attention, without reporting, with SIM trouble and without a secret', () => {
    const trouble = {
      condition: [value('silent', 2), value('late', 1), value('attention', 5)],
      Report: [value('0', 4, 9)],
      ActiveState: [value('14', 3), value('36', 1), value('15', 6, 8)],
    };
    const rows = attentionOf(facets({ 'MXD-LTE': trouble }), { ...none, myConnect: 8 }, dealer);
    expect(rows.map(({ label, tone, counts }) => [label, tone, counts['MXD-LTE'], counts.myConnect])).toEqual([
      ['Silent', 'silent', 2, 0],
      ['Needs attention', 'warning', 5, 0],
      ['Reporting off', 'warning', 4, 0],
      ['SIM deactivated', 'danger', 6, 0],
      ['SIM provisioning voice', 'warning', 1, 0],
      ['Without a secret', 'warning', 0, 8],
    ]);
  });

  it('names Non-Billing to engineers', () => {
    const one = facets({ myConnect: { ActiveState: [value('35', 1)] } });
    expect(attentionOf(one, none, { engineer: true }).map(({ label }) => label)).toEqual(['SIM non-billing']);
  });

  it('leads to the list of exactly the units that it counts, of each model', () => {
    const all = {
      condition: [value('silent', 1), value('attention', 1)],
      Report: [value('0', 1)],
      ActiveState: [value('15', 1)],
    };
    const rows = attentionOf(facets({ myConnect: all }), { ...none, myConnect: 1 }, dealer);
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
      { param: 'withoutSecret', UnitModel: 'myConnect' },
    ]);
  });
});
