import { describe, expect, it } from 'vitest';
import { USER_TYPE } from '#core/access.ts';
import { REPORT_LIST_NAMES, REPORT_LISTS, reportListOf } from '#core/reports/lists.ts';
import { reportDaysAt } from '#core/reports/report-days.ts';
import { reportFields } from '#core/reports/report-fields.ts';
import { inputAt } from '#core/reports/report-list.ts';
import { REPORTS } from '#core/reports/reports.ts';
import { fileNameOf, reportMail } from '#core/saved-reports/mail.ts';
import { whyNotRecipient } from '#core/saved-reports/recipient.ts';
import { addressOf, keptParameters, parametersToSave } from '#core/saved-reports/saved-parameters.ts';
import { hrefOf, outcomeWords } from '#core/saved-reports/saved-report.ts';

const now = { timeZone: 'America/Denver', now: Date.parse('2026-11-25T12:00:00.000Z') };
const saved = (name: keyof typeof REPORT_LISTS, query: string) =>
  parametersToSave(reportListOf(name), new URLSearchParams(query), now);

describe('a saved report keeps of its address', () => {
  it.each([
    ['failedPing', 'UnitSerNum=400220&page=3&pageSize=50', { UnitSerNum: '400220' }],
    ['phoneChange', 'unit=400220&UnitSerNum=400221', { unit: '400220' }],
    ['irregularCellService', 'interval=30&DealerKey=22', { interval: '30', DealerKey: '22' }],
    ['consistent3GPings', 'interval=8&pingCount=20', { interval: '7', pingCount: '20' }],
    ['badPowerModule', 'FailureType=BadPowerModules&PowerStatus=Powered Off', { PowerStatus: 'Powered Off' }],
    ['caregiverReport', '', {}],
  ] as const)('%s?%s: its own filters', (name, query, kept) => {
    expect(saved(name, query)).toEqual(kept);
  });

  it.each([
    ['', { days: '7' }],
    ['startDate=2026-11-23&endDate=2026-11-25', { days: '2' }],
    ['startDate=2026-11-25&endDate=2026-11-25', { days: '0' }],
    ['days=30', { days: '30' }],
    ['startDate=2026-10-01&endDate=2026-10-31', { startDate: '2026-10-01', endDate: '2026-10-31' }],
    ['startDate=2026-10-01&endDate=2026-10-01&days=30', { startDate: '2026-10-01', endDate: '2026-10-01' }],
  ])('%j: the number of days if they end today, or the dates', (query, kept) => {
    expect(saved('failedCalls', query)).toEqual(kept);
  });

  it('nothing if its dates cannot be read', () => {
    expect(saved('failedCalls', 'startDate=2026-11-25&endDate=2026-11-01')).toBeUndefined();
    expect(saved('failedCalls', 'startDate=none&endDate=2026-11-01')).toBeUndefined();
  });

  it('what means something to its list only', () => {
    expect(keptParameters(REPORT_LISTS.failedPing, addressOf({ interval: '7', days: '3' }))).toEqual({});
  });
});

describe('a saved report reads', () => {
  it('the days up to the day of the reading', () => {
    const later = { timeZone: 'America/Denver', now: Date.parse('2026-12-02T05:00:00.000Z') };
    const { instants } = reportDaysAt(addressOf({ days: '2' }), 7, later);
    expect(instants).toEqual({ startDate: '2026-11-29T07:00:00.000Z', endDate: '2026-12-02T06:59:59.999Z' });
  });

  it('today only, where it was saved so', () => {
    expect(reportDaysAt(addressOf({ days: '0' }), 7, now).range).toEqual({ start: '2026-11-25', end: '2026-11-25' });
    expect(reportDaysAt(addressOf({ days: 'x' }), 7, now).range.start).toBe('2026-11-18');
  });

  it('every list with an input that its endpoint takes', () => {
    for (const name of REPORT_LIST_NAMES) {
      const list = reportListOf(name);
      const range =
        list.usualDays === undefined ? undefined : reportDaysAt(addressOf({}), list.usualDays, now).instants!;
      const input = inputAt(list, addressOf({}), { choosesDealer: true, range });
      expect(list.endpoint.input.safeParse(input).error?.issues, name).toBeUndefined();
      expect(list.report.name).toBe(name);
    }
  });

  it('every report of the portal', () => {
    const listed = REPORT_LIST_NAMES.map((name) => reportListOf(name).report.title);
    expect(new Set(listed)).toEqual(new Set(REPORTS.map(({ title }) => title)));
  });

  it('has the address of its list, also of a tab', () => {
    expect(hrefOf({ list: 'failedCalls', parameters: { days: '7' } })).toBe('/reports/CallFailed?days=7');
    expect(hrefOf({ list: 'ppoe', parameters: { interval: '6' } })).toBe('/devTools/anomalousReports?tab=6&interval=6');
    expect(hrefOf({ list: 'caregiverReport', parameters: {} })).toBe('/reports/caregiver');
  });
});

describe('the columns of a file', () => {
  it('are those of the list in their order, the last two only if somebody chooses them', () => {
    const fields = reportFields(REPORT_LISTS.failedPing.report);
    expect(fields.map(({ label }) => label)).toEqual([
      ...['Serial number', 'Unit ID', 'Date added', 'Failure', 'Received at', 'Bars'],
      ...['Model', 'Dealer', 'Firmware', 'IMEI'],
    ]);
    expect(fields.filter(({ shownByDefault }) => shownByDefault === false).map(({ id }) => id)).toEqual([
      'FirmVer',
      'IMEI',
    ]);
  });
});

const report = { ownerKey: 'ann', DealerKey: 22, access: REPORT_LISTS.failedPing.endpoint.access };
const bob = {
  ...{ UserKey: 'bob', DealerKey: 22, isEnabled: true, emailProvenAt: '2026-01-01T00:00:00.000Z' },
  holder: { userType: USER_TYPE.dealerStaff, flags: ['REPORTS' as const] },
};

describe('a recipient', () => {
  it.each([
    ['of the dealer who may read the report', bob, undefined],
    ['who is gone', undefined, 'The user is disabled or deleted'],
    ['who is disabled', { ...bob, isEnabled: false }, 'The user is disabled or deleted'],
    ['of another dealer', { ...bob, DealerKey: 49 }, 'The user does not belong to the dealer of the report'],
    ['above, who owns it', { ...bob, UserKey: 'ann', DealerKey: 1 }, undefined],
    ['without the flag', { ...bob, holder: { ...bob.holder, flags: [] } }, 'The user may not read this report'],
    [
      'with an address that nobody has confirmed',
      { ...bob, emailProvenAt: undefined },
      'Nobody has confirmed the e-mail address of the user',
    ],
  ])('%s', (_, user, reason) => {
    expect(whyNotRecipient(user, report)).toBe(reason);
  });
});

describe('a mail with a report', () => {
  const mailed = {
    ...{ name: 'Mrs. Miller\n\nhttps://evil.example', title: 'Failed pings', ownerName: 'Ann Example', isOwner: false },
    ...{ rows: 1234, isCut: false, format: 'csv' as const },
    ...{ url: 'https://portal.example/reports/failedPingLog', stopUrl: 'https://portal.example/reports/saved?stop=1' },
  };

  it('names nobody in its subject, and writes names in one line', () => {
    const { subject, text } = reportMail(mailed);
    expect(subject).toBe('Report: Failed pings');
    expect(text.split('\n\n')).toEqual([
      'The report "Mrs. Miller https://evil.example" (Failed pings) has 1,234 rows. The attached CSV file has all of them.',
      'Read it in the portal:\nhttps://portal.example/reports/failedPingLog',
      'Ann Example has set up this mail. Stop it here:\nhttps://portal.example/reports/saved?stop=1',
    ]);
  });

  it('says that its file is cut, and where the whole report is', () => {
    const { text } = reportMail({ ...mailed, rows: 10_000, isCut: true, isOwner: true, format: 'xlsx' });
    expect(text).toContain('has more than 10,000 rows. The attached Excel file has the newest of them.');
    expect(text).toContain('Read the whole report in the portal:\nhttps://portal.example/reports/failedPingLog');
    expect(text).toContain('You have set up this mail.');
  });

  it('has a file that is named after the report and the day', () => {
    expect(fileNameOf('Failed help-button tests', 'csv', { ...now, now: Date.parse('2026-11-26T05:00:00.000Z') })).toBe(
      'failed-help-button-tests-2026-11-25.csv',
    );
  });
});

describe('the outcome of a sending', () => {
  const at = { dueAt: '2026-11-25T15:00:00.000Z', at: '2026-11-25T15:00:09.000Z' };
  it.each([
    [{ ...at, sent: 1, rows: 1 }, 'Sent to 1 person, 1 row'],
    [{ ...at, sent: 2, rows: 10_000, isCut: true }, 'Sent to 2 people, 10,000 rows, cut'],
    [{ ...at, sent: 0, problem: 'Your access had ended' }, 'Not sent. Your access had ended'],
  ])('%j', (outcome, words) => {
    expect(outcomeWords(outcome)).toBe(words);
  });
});
