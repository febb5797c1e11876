import { describe, expect, it, test } from 'vitest';
import { tableStateFrom, withTableState } from '#web/lib/table/table-state.ts';

const OPTIONS = {
  pageSizes: [10, 100, 1000],
  defaultPageSize: 100,
  filters: [{ id: 'status', label: 'Status' }],
};
const from = (search: string) => tableStateFrom(new URLSearchParams(search), OPTIONS);
const changed = (search: string, change: Parameters<typeof withTableState>[1]) =>
  withTableState(new URLSearchParams(search), change, OPTIONS).toString();

describe('the table state in the address', () => {
  it('leaves out defaults', () =>
    expect(from('')).toEqual({ pageSize: 100, sort: undefined, query: { text: '', filters: [] } }));

  test.each(['pageSize=7', 'pageSize=-10', 'pageSize=many', 'pageSize='])('with %s uses the default size', (search) =>
    expect(from(search).pageSize).toBe(100),
  );

  it('is read back unchanged', () => {
    const state = {
      pageSize: 1000,
      sort: { id: 'LastPing', descending: true },
      query: { text: 'a&b=c', filters: [{ id: 'status', value: '9' }] },
    };
    expect(from(changed('', state))).toEqual(state);
  });

  it('keeps parameters of others', () => {
    expect(changed('UnitModel=myConnect&pageSize=10', { pageSize: 100 })).toBe('UnitModel=myConnect');
    expect(changed('UnitModel=myConnect&q=x&status=9', { query: { text: '', filters: [] } })).toBe(
      'UnitModel=myConnect',
    );
  });

  it('changes only the given fields', () => {
    expect(changed('sort=-A&q=x', { pageSize: 10 })).toBe('sort=-A&q=x&pageSize=10');
    expect(changed('sort=-A&q=x', { sort: undefined })).toBe('q=x');
    expect(from(changed('sort=-A', { sort: { id: 'B', descending: false } })).sort).toEqual({
      id: 'B',
      descending: false,
    });
  });
});
