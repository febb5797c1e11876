import type { ReportMailInput } from '#core/saved-reports/saved-report.ts';
import { ReportMailEntity, SavedReportsEntity } from '#data/saved-reports/entities.ts';
import { aUser } from '#support/people.ts';
import type { Sample } from '#support/samples.ts';

const READER = 'reader-of-oregon';
const idOf = (number: number) => `01KAJN9FR00000000000REP0R${number}`;

const settings: ReportMailInput = {
  ...{ every: 'daily', weekday: 'Monday', day: 1, hour: 7, timeZone: 'America/Denver' },
  ...{ active: true, format: 'csv', recipients: [READER] },
};

const mailBy = (UserKey: string, number: number) => ({
  ...{ UserKey, reportId: idOf(number), DealerKey: 220, homeKey: 220, version: 1 },
  settings,
});

/** A mail of the third report of the samples, which the user has set up. */
export const aReportMail = (UserKey: string) => ReportMailEntity.put(mailBy(UserKey, 3)).go();

export const sample: Sample = {
  async add() {
    await aUser({ userKey: READER, dealer: 220, flags: ['REPORTS'], userName: 'reader@oregon.example' });
    const reports = [1, 2, 3].map((number) => ({
      ...{ reportId: idOf(number), name: `Modules of Oregon ${number}`, list: 'badPowerModule' as const },
      ...{ parameters: {}, savedBy: 'Robin Oregon' },
    }));
    await SavedReportsEntity.put({ owner: 'dealer 220', DealerKey: 220, reports, version: 1 }).go();
    await ReportMailEntity.put(mailBy(READER, 1)).go();
  },
};
