import { describe, expect, it } from 'vitest';
import {
  EMPTY_QUERY,
  parseDraft,
  queryFromParameters,
  queryToParameters,
  suggest,
  valueLabel,
  withFilter,
  withoutFilter,
} from '#web/components/query-bar/query.ts';

const status = {
  id: 'status',
  label: 'Status',
  options: [
    { value: '1', label: 'Active' },
    { value: '2', label: 'Inactive' },
  ],
};
const city = { id: 'city', label: 'City' };
const filters = [status, city];

const spoken = (draft: string) =>
  suggest(filters, draft).map((each) =>
    each.kind === 'filter'
      ? `${each.filter.label}:`
      : each.kind === 'value'
        ? `${each.filter.label}=${each.label}`
        : `"${each.text}"`,
  );

describe('the query bar', () => {
  it('suggests filters first, then the meanings of the draft, free text before all', () => {
    expect(spoken('')).toEqual(['Status:', 'City:']);
    expect(spoken('sta')).toEqual(['"sta"', 'Status:']);
    expect(spoken('act')).toEqual(['"act"', 'Status=Active', 'Status=Inactive']);
  });

  it('suggests nothing for a text that can only be searched for, because the list does that by itself', () => {
    expect(spoken('400005')).toEqual([]);
  });

  it('suggests the values of the named filter', () => {
    expect(spoken('status: ina')).toEqual(['Status=Inactive']);
    expect(spoken('City: Provo')).toEqual(['City=Provo']);
    expect(spoken('City:')).toEqual([]);
  });

  it('reads a colon as text if no filter has that name', () => {
    expect(parseDraft(filters, 'http://x')).toEqual({ typed: 'http://x' });
  });

  it('keeps one value per filter, the newest', () => {
    const query = withFilter(withFilter(EMPTY_QUERY, { id: 'status', value: '1' }), { id: 'status', value: '2' });
    expect(query.filters).toEqual([{ id: 'status', value: '2' }]);
    expect(withoutFilter(query, 'status')).toEqual(EMPTY_QUERY);
  });

  it('is written to the URL and read back unchanged', () => {
    const query = {
      text: 'ann & bob',
      filters: [
        { id: 'status', value: '1' },
        { id: 'city', value: 'Salt Lake' },
      ],
    };
    const parameters = new URLSearchParams({ ...queryToParameters(query), other: 'x' });
    expect(queryFromParameters(filters, parameters)).toEqual(query);
  });

  it('shows a value by its label', () => {
    expect(valueLabel(status, '1')).toBe('Active');
    expect(valueLabel(city, 'Provo')).toBe('Provo');
    expect(valueLabel(undefined, 'x')).toBe('x');
  });
});
