import { describe, expect, it } from 'vitest';
import { BoardView, matchingStations, PAGE_SIZES, sitesOf, USUAL_PAGE_SIZE } from '#core/stations/filter.ts';
import { simulatedStations } from '#local/stations/centre.ts';

const stations = simulatedStations(Date.UTC(2026, 10, 21));
const names = (view: Parameters<typeof matchingStations>[1]) =>
  matchingStations(stations, view).map(({ StationName }) => StationName);

describe('the filters of the station board [P3-B58]', () => {
  it('are status, site and text, all of which must match', () => {
    const offLine = matchingStations(stations, { status: 'OffLine' });
    expect(offLine.length).toBeGreaterThan(0);
    expect(offLine.every(({ StationStatus }) => StationStatus === 'OffLine')).toBe(true);
    expect(matchingStations(stations, { site: 'Boise' }).map(({ Site }) => Site)).toEqual(Array(10).fill('Boise'));
    expect(names({ text: 'station 40' })).toEqual(['Station 40']);
    expect(names({ text: 'ADA ALDER' })).toEqual(['Station 1']);
    expect(names({ status: 'Ready', site: 'Logan', text: 'ada' })).toEqual(['Station 1']);
    expect(names({ text: 'nobody has this name' })).toEqual([]);
  });

  it('keep the stations in the order of their numbers', () =>
    expect(names({}).slice(0, 11)).toEqual(Array.from({ length: 11 }, (_, index) => `Station ${index + 1}`)));

  it('offer each site once', () => expect(sitesOf(stations)).toEqual(['Boise', 'Home', 'Logan', 'Toronto']));
});

it('what cannot be right in the address counts as absent [P3-V24]', () => {
  const absent = { status: undefined, site: undefined, text: undefined, pageSize: USUAL_PAGE_SIZE, page: 1 };
  expect(BoardView.parse({})).toEqual(absent);
  expect(
    BoardView.parse({ status: 'Asleep', site: 'x'.repeat(65), text: 'x'.repeat(101), pageSize: '51', page: '-1' }),
  ).toEqual(absent);
  expect(BoardView.parse({ status: 'Busy', site: 'Home', text: ' ada ', pageSize: '25', page: '2' })).toEqual({
    status: 'Busy',
    site: 'Home',
    text: 'ada',
    pageSize: 25,
    page: 2,
  });
});

it('a page has 25, 50 or 100 stations, usually 50 [P3-K18]', () => {
  expect(PAGE_SIZES).toEqual([25, 50, 100]);
  for (const size of PAGE_SIZES) expect(BoardView.parse({ pageSize: String(size) }).pageSize).toBe(size);
  expect(BoardView.parse({}).pageSize).toBe(50);
});
