import { describe, expect, it } from 'vitest';
import { MAX_FRAME, MAX_STATIONS, readFrame, withFrame } from '#core/stations/frames.ts';
import { originsOf, StationServers } from '#core/stations/servers.ts';
import { Attendant, STATION_STATUSES, Station } from '#core/stations/station.ts';
import { simulatedStations, stepped } from '#local/stations/centre.ts';

const aStation = (change: object = {}) => ({
  StationName: 'Station 1',
  StationStatus: 'Ready',
  ProcessStamp: '2026-11-21T09:30:00.000Z',
  Site: 'Logan',
  RoutePriority: 1,
  Attendant: { AttendantName: 'Ada Alder', AttendantPrivs: 'Operator' },
  ...change,
});
const read = (frame: unknown) => readFrame(JSON.stringify(frame));

describe('a station', () => {
  it('has a name, a status, the time of it, a site, a priority and an attendant [P3-E07]', () => {
    expect(Object.keys(Station.shape)).toEqual([
      'StationName',
      'StationStatus',
      'ProcessStamp',
      'Site',
      'RoutePriority',
      'Attendant',
    ]);
    expect(Station.parse(aStation())).toEqual(aStation());
    expect(Station.parse(aStation({ Attendant: null })).Attendant).toBeNull();
  });

  it('has an attendant with a name and privileges [P3-E08]', () => {
    expect(Object.keys(Attendant.shape)).toEqual(['AttendantName', 'AttendantPrivs']);
    expect(Station.safeParse(aStation({ Attendant: { AttendantName: 'Ada' } })).success).toBe(false);
  });

  it.each([
    ['another status', { StationStatus: 'Asleep' }],
    ['no name', { StationName: ' ' }],
    ['a long name', { StationName: 'x'.repeat(65) }],
    ['a name that turns the text around', { StationName: 'Station \u202e1' }],
    ['no time', { ProcessStamp: 'yesterday' }],
    ['a priority of text', { RoutePriority: '1' }],
    ['a priority below 0', { RoutePriority: -1 }],
  ])('with %s is not read', (_, change) => expect(Station.safeParse(aStation(change)).success).toBe(false));
});

describe('a frame', () => {
  it.each([
    ['no text', new Uint8Array([1])],
    ['no JSON', '{'],
    ['no object', 'null'],
    ['another kind', JSON.stringify({ message: 'Reboot' })],
    ['more than the longest', JSON.stringify({ message: 'Alive', filler: 'x'.repeat(MAX_FRAME) })],
    ['a station that cannot be read', JSON.stringify({ message: 'Station', station: aStation({ Site: 7 }) })],
  ])('with %s is ignored', (_, data) => expect(readFrame(data)).toBeUndefined());

  it('of all stations leaves out those that cannot be read, and counts them', () => {
    expect(read({ message: 'All', stations: [aStation(), 7, aStation({ StationName: '' })] })).toEqual({
      message: 'All',
      stations: [aStation()],
      unreadable: 2,
    });
  });

  it('of all stations has a limit', () => {
    const stations = Array.from({ length: MAX_STATIONS + 5 }, (_, index) => aStation({ StationName: `S${index}` }));
    const frame = read({ message: 'All', stations });
    expect(frame).toMatchObject({ unreadable: 5 });
    const board = withFrame(new Map(), frame!);
    expect(board.size).toBe(MAX_STATIONS);
    expect(withFrame(board, read({ message: 'Station', station: aStation({ StationName: 'one more' }) })!)).toBe(board);
  });

  it('changes, adds and removes a station', () => {
    let board = withFrame(new Map(), read({ message: 'All', stations: [aStation()] })!);
    board = withFrame(board, read({ message: 'Station', station: aStation({ StationStatus: 'Busy' }) })!);
    board = withFrame(board, read({ message: 'Station', station: aStation({ StationName: 'Station 2' }) })!);
    board = withFrame(board, read({ message: 'Alive' })!);
    expect([...board.values()].map(({ StationName, StationStatus }) => [StationName, StationStatus])).toEqual([
      ['Station 1', 'Busy'],
      ['Station 2', 'Ready'],
    ]);
    board = withFrame(board, read({ message: 'Removed', StationName: 'Station 1' })!);
    expect([...board.keys()]).toEqual(['Station 2']);
  });
});

it('the simulated centre has 40 stations that can be read, in every status, and stays so', () => {
  let stations = simulatedStations(Date.UTC(2026, 10, 21));
  expect(stations).toHaveLength(40);
  expect(new Set(stations.map(({ StationStatus }) => StationStatus))).toEqual(new Set(STATION_STATUSES));
  for (let step = 0; step < 20; step++) {
    for (const station of stations) expect(Station.parse(station)).toEqual(station);
    stations = stations.map((station) => stepped(station, Date.UTC(2026, 10, 22)));
  }
});

describe('the servers of the telephone system', () => {
  it.each([
    ['', []],
    ['wss://one.example,wss://two.example:9011/stations', ['wss://one.example', 'wss://two.example:9011/stations']],
    ['ws://localhost:9011,ws://127.0.0.1:9011', ['ws://localhost:9011', 'ws://127.0.0.1:9011']],
  ])('can be %s', (text, servers) => expect(StationServers.parse(text)).toEqual(servers));

  it('are allowed by their origins', () =>
    expect(originsOf(['wss://one.example:9011/stations', 'ws://localhost:9011'])).toEqual([
      'wss://one.example:9011',
      'ws://localhost:9011',
    ]));

  it.each([
    'ws://one.example',
    'https://one.example',
    'wss://user:word@one.example',
    'wss://*.example',
    "wss://one.example;script-src'",
    'wss://a.example,wss://b.example,wss://c.example',
    'one.example',
  ])('cannot be %s', (text) => expect(StationServers.safeParse(text).success).toBe(false));
});
