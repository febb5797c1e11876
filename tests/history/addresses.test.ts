import { expect, it } from 'vitest';
import { HISTORY_TABS, historyTabAt, tabAddress } from '#web/features/history/history-tabs.ts';
import { paths } from '#web/lib/page/paths.ts';

it('the history has an address with unit, UnitSerNum and the route of origin [P2-R04]', () => {
  expect(paths.unitHistory({ UnitSerNum: '400123', r: 'unitEdit' })).toBe('/unit/history?UnitSerNum=400123&r=unitEdit');
  expect(paths.unitHistory({ unit: 'C1-40' })).toBe('/unit/history?unit=C1-40');
});

it('the jumps to the logs carry their ranges [P2-B83 P2-B85]', () => {
  expect(paths.pingLog({ unit: '400123', startDate: '2026-11-14', endDate: '2026-11-21' })).toBe(
    '/reports/pingLog?unit=400123&startDate=2026-11-14&endDate=2026-11-21&showOnlyFailed=Show+All',
  );
  expect(paths.eventLog({ unit: '400123', day: '2026-11-21' })).toBe(
    '/reports/events?unit=400123&startDate=2026-11-21&endDate=2026-11-21',
  );
});

it('a tab keeps the unit, the way back and the days', () => {
  const parameters = new URLSearchParams('UnitSerNum=400123&r=unitEdit&startDate=2026-11-01&cursor=x&from=y');
  expect(tabAddress(parameters, 'calls')).toBe('?UnitSerNum=400123&r=unitEdit&startDate=2026-11-01&tab=calls');
  for (const { id } of HISTORY_TABS)
    expect(historyTabAt(new URLSearchParams(tabAddress(parameters, id)), () => true)).toBe(id);
  expect(historyTabAt(new URLSearchParams('tab=schedule'), () => false)).toBe('combined');
});
