import { describe, expect, it } from 'vitest';
import { valueWords } from '#core/units/facet-words.ts';
import { FACETS } from '#core/units/facets.ts';
import { emptyListWords } from '#web/features/units/empty-list.ts';
import {
  filtersAt,
  isFiltered,
  isNarrowing,
  withFilter,
  withoutFilters,
} from '#web/features/units/filters/filter-address.ts';
import { listAddress, withListAddress } from '#web/features/units/list-address.ts';
import { countsOf, listInputOf, type UnitsAnswer } from '#web/features/units/use-units.ts';

const given = (search: string) => new URLSearchParams(search);
const at = (search: string) => listAddress(given(search));

describe('the filters in the address of the unit list', () => {
  it('are those of the server, with the dealer and the order', () => {
    const search =
      'condition=silent|late&silentOver=24&UnitStatus=9&FirmVer=%3C2.1&PTName=Fall+detection&ActiveState=14&ActiveCarrier=1&Report=0&Updates=failed&tag=loan';
    const filters = filtersAt(given(`${search}&DealerKey=22&order=worst`))!;
    expect(Object.keys(filters).sort()).toEqual([...FACETS, 'silentOver', 'DealerKey', 'order'].sort());
    expect(listInputOf(at(`${search}&DealerKey=22&order=worst`))).toEqual({
      param: 'all',
      UnitModel: 'MXD-LTE',
      ...filters,
    });
  });

  it('are absent without any, and leave out what no unit can have', () => {
    expect(at('')).not.toHaveProperty('filters');
    expect(
      filtersAt(
        given(`condition=asleep|silent&silentOver=0&DealerKey=x&order=best&FirmVer=+&PTName=${'x'.repeat(301)}`),
      ),
    ).toBe(undefined);
  });

  it('change one by one, and all go together', () => {
    const one = withFilter(given('UnitModel=myConnect'), 'condition', 'late');
    const two = withFilter(one, 'Report', '0');
    expect(two.toString()).toBe('UnitModel=myConnect&condition=late&Report=0');
    expect(withFilter(two, 'condition', undefined).toString()).toBe('UnitModel=myConnect&Report=0');
    expect(withoutFilters(two).toString()).toBe('UnitModel=myConnect');
  });

  it('stay when another model is shown, or units are searched for', () => {
    const search = given('condition=late');
    expect(withListAddress(search, { UnitModel: 'myConnect' }).toString()).toBe('condition=late&UnitModel=myConnect');
    expect(withListAddress(search, { searchText: '4' }).toString()).toBe('condition=late&searchText=4');
  });

  it('are not asked for in the list of units without a secret, which the server does not filter', () => {
    expect(listInputOf(at('withoutSecret=1&condition=late'))).toEqual({ param: 'withoutSecret', UnitModel: 'MXD-LTE' });
  });

  it('narrow with several fields; the order is no filter', () => {
    const is = (search: string) => [isFiltered(filtersAt(given(search))), isNarrowing(filtersAt(given(search)))];
    expect(is('')).toEqual([false, false]);
    expect(is('order=worst')).toEqual([false, false]);
    expect(is('condition=late&Report=0&DealerKey=22')).toEqual([true, false]);
    expect(is('FirmVer=2.1&Report=0')).toEqual([true, true]);
    expect(is('UnitStatus=9&Report=0')).toEqual([true, false]);
    expect(is('UnitStatus=33&Report=0')).toEqual([true, true]);
  });
});

describe('the counts on the tabs', () => {
  const totals = { 'MXD-LTE': 31, myConnect: 5, 'myConnect Air': 2 };
  const answer = (more: Partial<UnitsAnswer>): UnitsAnswer => ({
    lists: { 'MXD-LTE': [], myConnect: [], 'myConnect Air': [] },
    cursor: null,
    totals,
    States: {},
    DealerSettings: { CustomLabel1: '', CustomLabel2: '' },
    NewestFirmware: { 'MXD-LTE': '', myConnect: '', 'myConnect Air': '' },
    facets: {} as NonNullable<UnitsAnswer['facets']>,
    ...more,
  });

  it('are the matches of a filter, and unknown for several', () => {
    const matching = { 'MXD-LTE': 3, myConnect: 0, 'myConnect Air': 0 };
    expect(countsOf(answer({ matching }), listInputOf(at('condition=late')))).toEqual(matching);
    expect(countsOf(answer({}), listInputOf(at('condition=late&Report=0')))).toBeUndefined();
  });

  it('say where there are matches if a list is empty', () => {
    expect(emptyListWords(at('condition=late'), { 'MXD-LTE': 0, myConnect: 2, 'myConnect Air': 0 })).toEqual({
      title: 'No MXD-LTE matches the filter',
      description: 'There are matches among myConnect (2): see the tabs above.',
    });
    expect(emptyListWords(at('condition=late&Report=0'), undefined).description).toBe(
      'Choose another value, or all units.',
    );
  });
});

it.each([
  ['condition', 'attention', 'Needs attention'],
  ['UnitStatus', '33', 'Repair'],
  ['FirmVer', '2.2.0.0.5', '2.2.0.0.5'],
  ['PTName', 'Fall detection', 'Fall detection'],
  ['ActiveState', '36', 'Provisioning Voice'],
  ['ActiveCarrier', '2', 'Telus'],
  ['Report', '0', 'Off'],
  ['Updates', 'failed', 'Failed'],
  ['ActiveState', '7', '7'],
] as const)('%s %s reads %s', (facet, value, words) => {
  expect(valueWords(facet, value, { engineer: false })).toBe(words);
});
