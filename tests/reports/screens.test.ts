import { describe, expect, it } from 'vitest';
import { ACCESS_FLAGS, USER_TYPE } from '#core/access.ts';
import { dayIn, plusDays } from '#core/calendar-days.ts';
import { routeKey } from '#core/contract.ts';
import { dealerSwitch } from '#core/dealer-switch/contract.ts';
import { reports } from '#core/reports/contract.ts';
import { REPORTS } from '#core/reports/reports.ts';
import { screens } from '#web/features/reports/screens.ts';
import type { Session } from '#web/lib/session/session.tsx';

const DENVER = 'America/Denver';
interface Range {
  startDate: string;
  endDate: string;
}

const session = {
  user: { dealer: 22, times: { timeZone: DENVER } },
  holder: { userType: USER_TYPE.engineer, flags: ACCESS_FLAGS },
  may: () => true,
  has: () => true,
} as unknown as Session;

/** What a page reads when it opens at an address: the route of the call, and its input. */
async function readsAt(address: string, as = session) {
  const { pathname, searchParams } = new URL(address, 'http://portal');
  const screen = screens.find(({ path }) => path === pathname)!;
  const { firstReads } = await screen.load();
  return firstReads!(searchParams, as).map(({ endpoint, input }) => ({ route: routeKey(endpoint), input }));
}

describe('a report opens at its address with its parameters', () => {
  const UnitSerNum = '400220';

  it.each([
    ['/reports/failedSupervised?UnitSerNum=400220', reports.failedSupervised, { UnitSerNum, pageSize: 100 }],
    ['/reports/failedPHBTest?UnitSerNum=400220', reports.failedHelpButtonTests, { UnitSerNum, pageSize: 100 }],
    ['/reports/failedDataTest?UnitSerNum=400220', reports.failedDataTests, { UnitSerNum, pageSize: 100 }],
    ['/reports/failedVoiceTest?UnitSerNum=400220', reports.failedVoiceTests, { UnitSerNum, pageSize: 100 }],
    ['/reports/failedPingLog?UnitSerNum=400220', reports.failedPings, { UnitSerNum, pageSize: 100 }],
    ['/reports/lowRFBattery', reports.lowRfBattery, { pageSize: 100 }],
    [
      '/reports/IrregularCellService?interval=30&itemsShown=25',
      reports.irregularCellService,
      { interval: 30, pageSize: 25 },
    ],
    [
      '/reports/failedToDownload?PowerStatus=Powered Off',
      reports.unitErrors,
      { FailureType: 'ErrorCountMax', PowerStatus: 'Powered Off', pageSize: 1000 },
    ],
    [
      '/reports/badPowerModule',
      reports.unitErrors,
      { FailureType: 'BadPowerModules', PowerStatus: 'Powered On', pageSize: 1000 },
    ],
    [
      '/reports/consistent3GPings?interval=3&itemsShown=50&pingCount=20',
      reports.consistent3GPings,
      { interval: 3, pingCount: 20, pageSize: 50 },
    ],
    ['/reports/consistent3GPings', reports.consistent3GPings, { interval: 7, pingCount: 5, pageSize: 100 }],
    ['/reports/phoneChange?unit=400220', reports.phoneChanges, { UnitSerNum, pageSize: 100 }],
    [
      '/reports/vzwPendingVoice?FailureType=PendingVoice',
      reports.pendingVoice,
      { FailureType: 'PendingVoice', PowerStatus: 'Powered On', pageSize: 100 },
    ],
    ['/reports/caregiver', reports.caregivers, { pageSize: 100 }],
  ] as const)(
    '%s [P3-R09 P3-R10 P3-R11 P3-R12 P3-R14 P3-R15 P3-R18 P3-R19 P3-R21 P3-R22 P3-E18 P3-K22]',
    async (address, endpoint, input) => {
      expect(await readsAt(address)).toContainEqual({ route: routeKey(endpoint), input });
    },
  );

  it.each([
    ['/reports/failedToDownload?FailureType=ErrorCountMax', 'ErrorCountMax'],
    ['/reports/failedToDownload?FailureType=BadPowerModules', 'BadPowerModules'],
    ['/reports/badPowerModule?FailureType=ErrorCountMax', 'ErrorCountMax'],
    ['/reports/badPowerModule?FailureType=Nothing', 'BadPowerModules'],
    ['/reports/badPowerModule?FailureType=Events', 'ErrorCountMax'],
  ])('%s: the units with the failure %s [P3-R16 P3-R17 P3-E20]', async (address, FailureType) => {
    expect(await readsAt(address)).toContainEqual({
      route: routeKey(reports.unitErrors),
      input: { FailureType, PowerStatus: 'Powered On', pageSize: 1000 },
    });
  });

  it('with its range of days, in the zone of the user [P3-R08 P3-R20]', async () => {
    const days = 'startDate=2026-06-01&endDate=2026-06-02';
    const range = { startDate: '2026-06-01T06:00:00.000Z', endDate: '2026-06-03T05:59:59.999Z' };
    expect(await readsAt(`/reports/CallFailed?UnitSerNum=400220&${days}`)).toContainEqual({
      route: routeKey(reports.failedCalls),
      input: { UnitSerNum, ...range, pageSize: 100 },
    });
    expect(await readsAt(`/reports/contingency?unit=400220&${days}&itemsByPage=50`)).toContainEqual({
      route: routeKey(reports.contingency),
      input: { UnitSerNum, ...range, pageSize: 50 },
    });
  });

  it('with five days of the contingency report, if the address names none [P3-K25]', async () => {
    const reads = await readsAt('/reports/contingency');
    const { startDate, endDate } = reads.find(({ route }) => route === routeKey(reports.contingency))!
      .input as unknown as Range;
    expect(dayIn(Date.parse(endDate), DENVER)).toBe(dayIn(Date.now(), DENVER));
    expect(dayIn(Date.parse(startDate), DENVER)).toBe(plusDays(dayIn(Date.now(), DENVER), -5));
  });

  it('with the unit and the days of activity [P3-R31]', async () => {
    const days = { StartDate: '2026-06-01', EndDate: '2026-06-02' };
    expect(await readsAt(`/activity/monitoring?UnitSerNum=400220&${new URLSearchParams(days)}`)).toContainEqual({
      route: routeKey(reports.stepsSummary),
      input: { UnitSerNum, ...days, dateOffset: new Date().getTimezoneOffset() },
    });
  });

  it('with the range of activity for its chart and its table [P3-K32]', async () => {
    const reads = await readsAt('/activity/monitoring?UnitSerNum=400220&range=3 months');
    const ranges = reads.map(({ route, input }) => [route, (input as { range?: string }).range]);
    for (const endpoint of [reports.stepsSummaryAdvanced, reports.deviceActivity])
      expect(ranges).toContainEqual([routeKey(endpoint), '3 months']);
  });

  it('with one of the days of activity, and with none that are refused [P3-R31]', async () => {
    const readAt = (days: { StartDate?: string; EndDate?: string }) =>
      readsAt(`/activity/monitoring?UnitSerNum=400220&${new URLSearchParams(days)}`);
    for (const days of [{ StartDate: '2026-06-01' }, { EndDate: '2026-06-02' }])
      expect((await readAt(days))[0]!.input).toMatchObject(days);
    for (const days of [{ StartDate: '2026-06-02', EndDate: '2026-06-01' }, { StartDate: 'yesterday' }])
      expect(await readAt(days)).toEqual([]);
  });

  it('with its dealer and the dealers to choose from, for every user of dealer 1 [P1-A18 P3-A18]', async () => {
    const reader = { ...session, user: { ...session.user, dealer: 1 }, may: () => false };
    const reads = await readsAt('/reports/failedVoiceTest?DealerKey=22', reader);
    expect(reads).toContainEqual({
      route: routeKey(reports.failedVoiceTests),
      input: { DealerKey: 22, pageSize: 100 },
    });
    expect(reads).toContainEqual({ route: routeKey(dealerSwitch.subDealers), input: { pageSize: 50 } });
  });

  it('leaves parameters out that name nothing', async () => {
    const [read] = await readsAt('/reports/consistent3GPings?interval=8&pingCount=x&itemsShown=7&UnitSerNum=!');
    expect(read!.input).toEqual({ interval: 7, pingCount: 5, pageSize: 100 });
  });

  it('has a page for each report under the path of its definition', () => {
    for (const { path, title } of REPORTS) {
      const [page, tab] = path.split('?');
      const shown = screens.find((screen) => screen.path === page);
      expect(shown?.title).toBe(tab ? 'Anomalous reports' : title);
    }
  });
});

describe('the pages of a report', () => {
  const sizesOf = (name: string) => {
    const { pageSizes, defaultPageSize } = REPORTS.find((report) => report.name === name)!;
    return [pageSizes, defaultPageSize];
  };

  it('have the sizes of the specification [P3-K12 P3-K17]', () => {
    expect(sizesOf('contingency')[1]).toBe(25);
    expect(sizesOf('failedToDownload')).toEqual([[10, 25, 50, 100, 1000], 1000]);
    expect(sizesOf('badPowerModule')).toEqual([[10, 25, 50, 100, 1000], 1000]);
  });
});

describe('the anomalous reports', () => {
  const NAMES = [
    'tagFileErrors',
    'recoveryCycles',
    'cellLossCounts',
    'cellLossEvents',
    'failedOutboundCalls',
    'failedToDownload',
    'ppoeErrors',
  ] as const;
  const readAt = async (query: string) => (await readsAt(`/devTools/anomalousReports${query}`))[0]!;

  it('open for engineers at the tab and the interval of the address, or at the first with 12 hours [P3-R39]', async () => {
    const { access } = screens.find(({ path }) => path === '/devTools/anomalousReports')!;
    expect(access).toMatchObject({ anyOf: ['ENGINEER'] });
    const first = routeKey(reports.tagFileErrors);
    expect(await readAt('')).toEqual({ route: first, input: { interval: 12, pageSize: 100 } });
    expect(await readAt('?interval=7&tab=9')).toEqual({ route: first, input: { interval: 12, pageSize: 100 } });
    for (const [tab, name] of NAMES.entries()) {
      const { route, input } = await readAt(`?interval=36&tab=${tab}`);
      expect(route).toBe(routeKey(reports[name]));
      expect(input).toEqual({
        ...(name !== 'failedToDownload' && { interval: 36 }),
        ...(name === 'ppoeErrors' && { dateOffset: new Date().getTimezoneOffset() }),
        pageSize: 100,
      });
    }
  });
});
