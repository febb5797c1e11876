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

describe("a table's address", () => {
  it('says nothing of defaults', () =>
    expect(from('')).toEqual({ pageSize: 100, sort: undefined, query: { text: '', filters: [] } }));

  test.each(['pageSize=7', 'pageSize=-10', 'pageSize=many', 'pageSize='])('with %s shows the default size', (search) =>
    expect(from(search).pageSize).toBe(100),
  );

  it('gives back what was put into it', () => {
    const state = {
      pageSize: 1000,
      sort: { id: 'LastPing', descending: true },
      query: { text: 'a&b=c', filters: [{ id: 'status', value: '9' }] },
    };
    expect(from(changed('', state))).toEqual(state);
  });

  it('leaves to others what is theirs', () => {
    expect(changed('UnitModel=myConnect&pageSize=10', { pageSize: 100 })).toBe('UnitModel=myConnect');
    expect(changed('UnitModel=myConnect&q=x&status=9', { query: { text: '', filters: [] } })).toBe(
      'UnitModel=myConnect',
    );
  });

  it('changes only what is changed', () => {
    expect(changed('sort=-A&q=x', { pageSize: 10 })).toBe('sort=-A&q=x&pageSize=10');
    expect(changed('sort=-A&q=x', { sort: undefined })).toBe('q=x');
    expect(from(changed('sort=-A', { sort: { id: 'B', descending: false } })).sort).toEqual({
      id: 'B',
      descending: false,
    });
  });
});
