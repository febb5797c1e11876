import { describe, expect, it } from 'vitest';
import { LOG_READERS, MESSAGE_READERS } from '#core/logs/access.ts';
import { logs } from '#core/logs/contract.ts';
import { eventRowOf } from '#core/logs/event-row.ts';
import { instantsOf } from '#core/logs/moments.ts';
import { isFailedPing } from '#core/logs/ping-choice.ts';
import { REPORT_READERS } from '#core/reports/access.ts';
import { DAY } from '#core/time.ts';
import { logRangeProblem } from '#web/features/logs/log-days.ts';
import { historyJumps, logLinks } from '#web/shared/logs/log-links.ts';

const issuesOf = (endpoint: (typeof logs)[keyof typeof logs], input: object) =>
  endpoint.input.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

const VOICE = { UnitSerNum: '400220', UnitModel: 'MXD-LTE', IMEI: '356938035643809' } as const;
const RANGE = { startDate: '2026-11-19', endDate: '2026-11-21' };

describe('the input of a log', () => {
  it('names a unit [P3-V01 P3-V06 P3-M04]', () => {
    expect(issuesOf(logs.pingLog, RANGE)).toEqual(['unitID: Must search for a unit.']);
    expect(issuesOf(logs.pingLog, { ...RANGE, unitID: '  ' })).toEqual(['unitID: Must search for a unit.']);
    expect(issuesOf(logs.eventLog, RANGE)).toEqual(['searchText: Must search for a unit.']);
    expect(issuesOf(logs.callMetrics, { ...RANGE, unit: ' ' })).toEqual(['unit: Must search for a unit.']);
    expect(issuesOf(logs.pingLog, { ...RANGE, unitID: 'C1-4021' })).toEqual([]);
    expect(issuesOf(logs.pingLog, { ...RANGE, UnitSerNum: '400220' })).toEqual([]);
  });

  it.each(['startDate', 'endDate'] as const)(
    'has a %s that is a day or an instant [P3-V02 P3-V03 P3-V10 P3-M01]',
    (name) => {
      const { [name]: _, ...rest } = RANGE;
      for (const wrong of [{}, { [name]: '' }, { [name]: '2026-02-30' }, { [name]: 'soon' }]) {
        expect(issuesOf(logs.pingLog, { ...rest, ...wrong, unitID: 'A' })).toContain(
          `${name}: Enter a date, such as 2026-11-21`,
        );
        expect(issuesOf(logs.exportEvents, { ...rest, ...wrong, UnitSerNum: '400220' })).toContain(
          `${name}: Enter a date, such as 2026-11-21`,
        );
      }
      expect(issuesOf(logs.pingLog, { ...RANGE, [name]: '2026-11-20T10:00:00.000Z', unitID: 'A' })).toEqual([]);
    },
  );

  it('does not end before it begins; equal dates pass [P3-V04 P3-V05 P3-V11 P3-M05]', () => {
    const asked = { unitID: 'A', searchText: 'A', unit: 'A', UnitSerNum: '400220' };
    const reversed = { ...asked, startDate: '2026-11-21', endDate: '2026-11-20' };
    const equal = { ...asked, startDate: '2026-11-21', endDate: '2026-11-21' };
    for (const endpoint of [logs.pingLog, logs.eventLog, logs.exportEvents, logs.callMetrics]) {
      expect(issuesOf(endpoint, reversed)).toEqual(['endDate: Start Date must be less than End Date']);
      expect(issuesOf(endpoint, equal)).toEqual([]);
    }
  });

  it("has days of the browser's calendar, the last one included [P3-E05]", () => {
    expect(instantsOf({ ...RANGE, dateOffset: 300 })).toEqual({
      startDate: '2026-11-19T05:00:00.000Z',
      endDate: '2026-11-22T04:59:59.999Z',
    });
    const instants = { startDate: '2026-11-19T05:00:00.000Z', endDate: '2026-11-19T05:00:00.000Z' };
    expect(instantsOf({ ...instants, dateOffset: 300 })).toEqual(instants);
  });
});

it('the range of a screen has the same rules [P3-S06 P3-V02 P3-V03 P3-M01]', () => {
  expect(logRangeProblem({ start: '', end: '2026-11-21' })).toBe('Invalid date');
  expect(logRangeProblem({ start: '2026-11-21', end: '' })).toBe('Invalid date');
  expect(logRangeProblem({ start: '2026-11-22', end: '2026-11-21' })).toBe('Start Date must be less than End Date');
  expect(logRangeProblem({ start: '2026-11-21', end: '2026-11-21' })).toBeUndefined();
});

it('an event has its name and its code [P3-E04]', () => {
  const unit = { UnitSerNum: '400220', UnitModel: 'MXD-LTE', UnitLineID: 'C1', UnitID: '4021' } as const;
  const at = '2026-11-21T09:30:00.000Z';
  const logged = { timeStamp: at, receivedAt: at, sequence: 1 };
  expect(eventRowOf({ ...logged, eventType: 'Event 101', zone: 2 }, unit)).toEqual({
    EventName: 'Help button',
    EventCode: 101,
    TimeStamp: at,
    UnitModel: 'MXD-LTE',
    FullUnitID: 'C1-4021',
    UnitSerNum: '400220',
    receivedAt: at,
    sequence: 1,
    zone: 2,
  });
  expect(eventRowOf({ ...logged, eventType: 'Event 301 restored' }, unit)).toMatchObject({
    EventName: 'Power lost restored',
    EventCode: 301,
  });
  expect(eventRowOf({ ...logged, eventType: 'Event 301 still present' }, unit)).toMatchObject({
    EventName: 'Power lost still present',
    EventCode: 301,
  });
  expect(eventRowOf({ ...logged, eventType: 'Reboot' }, unit)).toMatchObject({ EventName: 'Reboot' });
  expect(eventRowOf({ ...logged, eventType: 'Reboot' }, unit)).not.toHaveProperty('EventCode');
});

it('a ping failed if it came more than ten minutes after it was due', () => {
  const timeStamp = '2026-11-21T09:30:00.000Z';
  expect(isFailedPing({ timeStamp, receivedAt: '2026-11-21T09:40:00.000Z' })).toBe(false);
  expect(isFailedPing({ timeStamp, receivedAt: '2026-11-21T09:40:00.001Z' })).toBe(true);
});

describe('the links to the logs', () => {
  const hrefs = (items: readonly { href?: string }[]) => items.map(({ href }) => new URL(href!, 'http://portal'));

  it('from the page of a unit name the unit; its pings are those of 90 days [P2-B43 P2-B44 P2-B45 P3-B76 P3-K27]', () => {
    const links = hrefs(logLinks(VOICE, { today: '2026-11-21', may: () => true }));
    expect(links.map(({ pathname }) => pathname)).toEqual([
      '/reports/pingLog',
      '/reports/events',
      '/reports/cellMetrics',
      '/activity/monitoring',
      '/reports/location',
      '/reports/tcpMessageLog',
      '/reports/debugLog',
      '/reports/failedPingLog',
      '/reports/failedDataTest',
      '/reports/failedVoiceTest',
      '/reports/failedSupervised',
    ]);
    for (const { searchParams } of links.slice(0, 3)) expect(searchParams.get('unit')).toBe('400220');
    const [pings] = links;
    const day = (name: string) => Date.parse(pings!.searchParams.get(name)!);
    expect((day('endDate') - day('startDate')) / DAY).toBe(90);
  });

  it('from the page of a unit lead to the protocol log of its model [P2-B36 P2-B46]', () => {
    const protocolLink = (unit: Parameters<typeof logLinks>[0]) =>
      hrefs(logLinks(unit, { today: '2026-11-21', may: (access) => access === MESSAGE_READERS }))[0]!;
    const voice = protocolLink(VOICE);
    expect([voice.pathname, Object.fromEntries(voice.searchParams)]).toEqual([
      '/reports/tcpMessageLog',
      { UnitSerNum: '400220' },
    ]);
    const wearable = protocolLink({ UnitSerNum: '500220', UnitModel: 'myConnect Air', IMEI: '356938035643809' });
    expect([wearable.pathname, Object.fromEntries(wearable.searchParams)]).toEqual([
      '/reports/mPERSLog',
      { UnitSerNum: '500220', IMEI: '356938035643809' },
    ]);
  });

  it('from the page of a unit lead to the activity of its wearer [P2-B47]', () => {
    const links = hrefs(logLinks(VOICE, { today: '2026-11-21', may: () => true }));
    const link = links.find(({ pathname }) => pathname === '/activity/monitoring')!;
    expect(Object.fromEntries(link.searchParams)).toEqual({ UnitSerNum: '400220' });
  });

  it('from the page of a unit lead to its debug log [P2-B41]', () => {
    const link = hrefs(logLinks(VOICE, { today: '2026-11-21', may: (access) => access === MESSAGE_READERS }))[1]!;
    expect([link.pathname, link.searchParams.get('UnitSerNum')]).toEqual(['/reports/debugLog', '400220']);
  });

  it('from the page of a unit lead to what failed of it [P2-B37 P2-B38 P2-B39 P2-B40]', () => {
    const links = hrefs(logLinks(VOICE, { today: '2026-11-21', may: (access) => access === REPORT_READERS }));
    expect(links.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)])).toEqual([
      ['/reports/failedPingLog', { UnitSerNum: '400220' }],
      ['/reports/failedDataTest', { UnitSerNum: '400220' }],
      ['/reports/failedVoiceTest', { UnitSerNum: '400220' }],
      ['/reports/failedSupervised', { UnitSerNum: '400220' }],
    ]);
  });

  it('are those that the user may open', () => {
    const idsFor = (may: Parameters<typeof logLinks>[1]['may']) =>
      logLinks(VOICE, { today: '2026-11-21', may }).map(({ id }) => id);
    expect(idsFor(() => false)).toEqual([]);
    expect(idsFor((access) => access === LOG_READERS)).toEqual(['pingLog', 'eventLog', 'callMetricsLog', 'activity']);
    expect(idsFor((access) => access === MESSAGE_READERS)).toEqual(['tcpMessageLog', 'debugLog']);
  });

  it('from the history of a unit carry its days, and one day for the events [P2-B83 P2-B85]', () => {
    const [pings, events] = hrefs(historyJumps('400220', { start: '2026-11-14', end: '2026-11-21' }));
    expect(Object.fromEntries(pings!.searchParams)).toEqual({
      unit: '400220',
      startDate: '2026-11-14',
      endDate: '2026-11-21',
      showOnlyFailed: 'Show All',
    });
    expect(Object.fromEntries(events!.searchParams)).toEqual({
      unit: '400220',
      startDate: '2026-11-21',
      endDate: '2026-11-21',
    });
  });
});
