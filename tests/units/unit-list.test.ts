import { describe, expect, it } from 'vitest';
import { AppError } from '#core/errors.ts';
import { choose } from '#web/components/data-table/column-choice.ts';
import { choosable, columnId, columnValue, resolveVisibility } from '#web/components/data-table/columns.ts';
import { csvRecords } from '#web/components/data-table/export-csv.ts';
import { emptyListWords } from '#web/features/units/empty-list.ts';
import { listAddress, withListAddress } from '#web/features/units/list-address.ts';
import { unitColumns } from '#web/features/units/unit-columns.tsx';
import { withReport } from '#web/features/units/use-set-reporting.ts';
import { countsOf, listFailureWords, listInputOf, type UnitsAnswer } from '#web/features/units/use-units.ts';
import { aUnit } from './a-shown-unit.ts';

const at = (search: string) => listAddress(new URLSearchParams(search));
const to = (search: string, change: Parameters<typeof withListAddress>[1]) =>
  withListAddress(new URLSearchParams(search), change).toString();

describe('the address of the unit list', () => {
  it('starts with MXD-LTE and no search [P2-K02]', () => {
    expect(at('')).toEqual({ UnitModel: 'MXD-LTE', searchField: 'all', searchText: '', bulkSearch: [] });
    expect(at('UnitModel=Toaster&searchField=Colour')).toMatchObject({ UnitModel: 'MXD-LTE', searchField: 'all' });
  });

  it('keeps searchField, searchText, UnitModel and BulkSearch [P2-R01]', () => {
    expect(at('searchField=ICCID&searchText=8901&UnitModel=myConnect+Air&BulkSearch=400001,400002')).toEqual({
      UnitModel: 'myConnect Air',
      searchField: 'ICCID',
      searchText: '8901',
      bulkSearch: ['400001', '400002'],
    });
  });

  it('accepts the search in upper case [P2-V53 P3-V18]', () => {
    expect(at('searchText=c1-40').searchText).toBe('C1-40');
    expect(to('', { searchField: 'UnitID', searchText: ' c1-40 ' })).toBe('searchText=C1-40&searchField=UnitID');
  });

  it('leaves out defaults and the previous search', () => {
    expect(to('UnitModel=myConnect', { UnitModel: 'MXD-LTE' })).toBe('');
    expect(to('BulkSearch=400001', { searchText: '4' })).toBe('searchText=4');
    expect(to('searchText=4&searchField=IMEI', { bulkSearch: ['400001'] })).toBe('BulkSearch=400001');
    expect(to('searchText=4&searchField=IMEI', { searchText: '' })).toBe('');
    expect(to('pageSize=25&searchText=4', { UnitModel: 'myConnect' })).toBe(
      'pageSize=25&searchText=4&UnitModel=myConnect',
    );
  });
});

const answer = (given: Partial<UnitsAnswer> = {}): UnitsAnswer => ({
  lists: { 'MXD-LTE': [aUnit()], myConnect: [], 'myConnect Air': [] },
  cursor: null,
  totals: { 'MXD-LTE': 31, myConnect: 5, 'myConnect Air': 2 },
  States: {},
  DealerSettings: { CustomLabel1: '', CustomLabel2: '' },
  NewestFirmware: { 'MXD-LTE': '2.2.0.0.5', myConnect: '4.0', 'myConnect Air': '1.4' },
  ...given,
});

it('shows the totals on the tabs, and the found units while searching', () => {
  expect(countsOf(answer(), at(''))).toMatchObject({ 'MXD-LTE': 31, myConnect: 5 });
  expect(countsOf(answer(), at('searchText=4'))).toEqual({ 'MXD-LTE': 1, myConnect: 0, 'myConnect Air': 0 });
});

it("explains 'Too many', and other failures of the list [P2-M16 P2-M24]", () => {
  expect(listFailureWords(new AppError('TOO_LARGE', 'Too many'))).toBe(
    'You can only search for 1000 units. Please limit search criteria and try again.',
  );
  expect(listFailureWords(new AppError('INTERNAL', 'Broken'))).toBe('Error getting units');
  expect(listFailureWords(new TypeError('x'))).toBe('Error getting units');
});

it('explains why a list is empty, and where else there are matches', () => {
  const counts = { 'MXD-LTE': 0, myConnect: 3, 'myConnect Air': 0 };
  expect(emptyListWords(at('searchText=77'), counts)).toEqual({
    title: 'No MXD-LTE begins with “77”',
    description: 'There are matches among myConnect (3): see the tabs above.',
  });
  expect(emptyListWords(at('searchText=77&searchField=IMEI'), undefined).title).toBe(
    'No MXD-LTE with this IMEI begins with “77”',
  );
  expect(emptyListWords(at(''), undefined).title).toBe('There are no MXD-LTE units yet');
});

it('changes the reporting of one unit and keeps the rest', () => {
  const before = answer({
    lists: { 'MXD-LTE': [aUnit(), aUnit({ UnitSerNum: '400124' })], myConnect: [], 'myConnect Air': [] },
  });
  const after = withReport(before, { UnitSerNum: '400124', Report: 0 });
  expect(after.lists['MXD-LTE'].map(({ Report }) => Report)).toEqual([1, 0]);
  expect(after.lists['MXD-LTE'][0]).toBe(before.lists['MXD-LTE'][0]);
  expect(after.lists.myConnect).toBe(before.lists.myConnect);
});

describe('the list of units without a secret', () => {
  it('has an address, which a search replaces', () => {
    expect(at('withoutSecret=1').withoutSecret).toBe(true);
    expect(at('withoutSecret=yes').withoutSecret).toBeUndefined();
    expect(to('withoutSecret=1', { UnitModel: 'myConnect' })).toBe('withoutSecret=1&UnitModel=myConnect');
    expect(to('withoutSecret=1', { searchText: '' })).toBe('');
    expect(to('withoutSecret=1', { searchText: '4' })).toBe('searchText=4');
    expect(to('withoutSecret=1', { bulkSearch: ['400001'] })).toBe('BulkSearch=400001');
  });

  it('is asked of the server, and its tabs count units without a secret', () => {
    expect(listInputOf(at('withoutSecret=1&UnitModel=myConnect'))).toEqual({
      param: 'withoutSecret',
      UnitModel: 'myConnect',
    });
    expect(countsOf(answer(), at('withoutSecret=1'))).toMatchObject({ 'MXD-LTE': 31 });
  });

  it('says why it is empty, and where there are some', () => {
    const none = { 'MXD-LTE': 0, myConnect: 0, 'myConnect Air': 0 };
    expect(emptyListWords(at('withoutSecret=1'), none)).toEqual({
      title: 'Every MXD-LTE has a secret',
      description: 'All of your units prove their identity.',
    });
    expect(emptyListWords(at('withoutSecret=1'), { ...none, myConnect: 3 }).description).toBe(
      'There are units without a secret among myConnect (3): see the tabs above.',
    );
  });
});

describe('the columns', () => {
  const columnsFor = (engineer: boolean) =>
    unitColumns({ viewer: { engineer }, customLabels: ['Room', 'House'], newestFirmware: undefined });
  const columns = columnsFor(false);
  const shownByDefault = Object.entries(resolveVisibility(columns, {}))
    .filter(([, shown]) => shown)
    .map(([id]) => id);
  const value = (id: string, unit = aUnit(), engineer = false) =>
    columnValue(columnsFor(engineer).find((column) => columnId(column) === id)!, unit, 0);

  it('include the combined unit ID, which excludes the separate ones both ways [P2-V32]', () => {
    expect(shownByDefault).toContain('UnitFullID');
    expect(shownByDefault).not.toContain('UnitID');
    const offered = choosable(columns);
    const separate = choose(offered, resolveVisibility(columns, {}), 'UnitID', true);
    expect(separate).toMatchObject({ UnitID: true, UnitFullID: false });
    const combined = choose(offered, separate, 'UnitFullID', true);
    expect(combined).toMatchObject({ UnitFullID: true, UnitID: false, UnitLineID: false });
  });

  it('show firmware without the text after an underscore [P2-E03]', () => {
    expect(value('FirmVer', aUnit({ FirmVer: '2.2.0.0.5_b17' }))).toBe('2.2.0.0.5');
  });

  it('show Non-Billing to engineers only [P2-S09 P2-S10]', () => {
    const unit = aUnit({ ICCID1State: 35, ActiveState: 35 });
    expect(value('ICCID1State', unit, true)).toBe('Non-Billing');
    expect(value('ICCID1State', unit)).toBe('Deactivated');
    expect(value('ActiveState', unit)).toBe('Deactivated');
  });

  it('cover every field of a unit in a list', () => {
    const offered = new Set(columns.map(columnId));
    for (const field of ['ICCID1', 'ICCID2', 'ICCID1State', 'ICCID2State', 'ICCID1Carrier', 'ICCID2Carrier', 'IMEI'])
      expect(offered).toContain(field);
    for (const field of ['ClearCommVer', 'PTName', 'PTUnitFirmVer', 'AllowOTAUpdate', 'activeSimSlot', 'Report'])
      expect(offered).toContain(field);
    expect(columns.map((column) => column.meta?.label)).toEqual(expect.arrayContaining(['Room', 'House']));
  });

  it('export words, not codes', () => {
    const chosen = columns.filter((column) => ['UnitSerNum', 'Report', 'UnitStatus'].includes(columnId(column)));
    expect(csvRecords(chosen, [aUnit({ Report: 0 })])).toContain('"400123","Assigned","Off"');
  });
});
