import { describe, expect, it } from 'vitest';
import { ACCESS_FLAGS, type AccessFlag } from '#core/access.ts';
import type { ConsoleMessage } from '#core/consoles/console-message.ts';
import { readConsoleMessage } from '#core/consoles/console-message.ts';
import { type UnitAnswer, withNews } from '#web/features/units/unit-page/unit-news.ts';
import { tabAt, tabSearch, UNIT_TABS } from '#web/features/units/unit-page/unit-tabs.ts';
import { sessionOf } from '#web/lib/session/session.tsx';
import { consoleUnit } from '#web/shared/consoles/console-unit.ts';
import { needsReload } from '#web/shared/units/needs-reload.ts';
import { aUnit } from './a-shown-unit.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

const known: UnitAnswer = {
  Unit: aUnit({
    lastPing: { lastPingTime: '2026-11-21T11:00:00.000Z', pingReason: 'Scheduled', bars: 3, chargedPercent: 80 },
  }),
  UnitDetailTable: { tcpFail: 0, downloadFail: 0, AllowSMSConnect: '1', RemoteLog: '0' },
  recentPings: [
    {
      timeStamp: '2026-11-21T11:00:00.000Z',
      receivedAt: '2026-11-21T11:00:01.000Z',
      sequence: 7,
      pingReason: 'Scheduled',
    },
  ],
  connection: { connected: false },
  proof: { mayConnectWithout: true },
};

const heard = (message: ConsoleMessage) => readConsoleMessage(message)!;
const about = { UnitSerNum: '400123', at: NOON };

const ping = (MessageTime: number) =>
  heard({
    event: 'Report',
    ...about,
    id: 'a',
    raw: '00',
    report: {
      type: 'ping',
      MessageTime,
      pingReason: 'Low Battery',
      lowPower: true,
      acPower: 0,
      stepsToday: 90,
      chargedPercent: 12,
      bars: 2,
      lte: true,
    },
  });

describe('a live message of a unit', () => {
  it("shows a ping at once, with the portal's words", () => {
    const { Unit, recentPings } = withNews(known, ping(NOON));
    expect(Unit.lastPing).toEqual({
      lastPingTime: '2026-11-21T12:00:00.000Z',
      pingReason: 'Low Battery',
      bars: 2,
      lte: true,
      lowpower: true,
      acPower: false,
      chargedPercent: 12,
    });
    expect(recentPings[0]).toMatchObject({ timeStamp: '2026-11-21T12:00:00.000Z', steps: 90, sequence: 8 });
    expect(recentPings).toHaveLength(2);
  });

  it('is ignored for a known or older ping', () => {
    expect(withNews(known, ping(NOON - 3_600_000))).toBe(known);
    expect(withNews(known, ping(NOON - 9_000_000))).toBe(known);
  });

  it('shows whether the unit is connected', () => {
    const up = withNews(
      known,
      heard({ event: 'UnitConnected', ...about, UnitModel: 'MXD-LTE', imei: '1', FirmVer: '2' }),
    );
    expect(up.connection).toEqual({ connected: true, since: '2026-11-21T12:00:00.000Z' });
    const down = heard({ event: 'UnitDisconnect', ...about, reason: 'closed by unit' });
    expect(withNews(up, down).connection).toEqual({ connected: false });
    expect(needsReload(down)).toBe(true);
    expect(needsReload(heard({ event: 'CommandSent', ...about, commandId: 'abcdefgh', command: 'Run' }))).toBe(false);
  });
});

describe('the tabs of the unit page', () => {
  const holding = (...flags: AccessFlag[]) =>
    sessionOf({
      user: {
        user: 'u',
        userName: 'u',
        firstName: '',
        lastName: '',
        type: 3,
        dealer: 1,
        dealerName: '',
        ownDealer: 1,
        ownDealerName: '',
        hasSubDealers: false,
        times: {},
        signOutAddress: '/login',
      },
      access: Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, flags.includes(flag)])) as Record<
        AccessFlag,
        boolean
      >,
    }).may;
  const at = (search: string, ...flags: AccessFlag[]) => tabAt(new URLSearchParams(search), holding(...flags));

  it('are named by tabIndex in the address [P2-R03]', () => {
    expect(UNIT_TABS.map((_, index) => at(`tabIndex=${index}`, 'UNIT'))).toEqual(UNIT_TABS.map(({ id }) => id));
    expect(tabSearch('400123', 'overview')).toBe('?Unit=400123');
    expect(tabSearch('400123', 'pings')).toBe('?Unit=400123&tabIndex=2');
  });

  it('fall back to the first if the address names none, or one that the user may not open', () => {
    for (const search of ['', 'tabIndex=99', 'tabIndex=sims', 'tabIndex=-1'])
      expect(at(search, 'UNIT')).toBe('overview');
    expect(at('tabIndex=4', 'UNIT_VIEW')).toBe('overview');
    expect(at('tabIndex=4', 'UNIT_VIEW', 'MYSCHEDULER')).toBe('schedule');
  });
});

it('find the unit by the address of its active SIM', () => {
  expect(consoleUnit(aUnit())).toMatchObject({ IPAddress: '10.4.0.7', Carrier: 1 });
  expect(consoleUnit(aUnit({ activeSimSlot: 1 }))).toMatchObject({ IPAddress: '10.9.0.7' });
});
