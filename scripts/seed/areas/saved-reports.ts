import { SavedReportsEntity } from '#data/saved-reports/entities.ts';
import type { Seed } from '../seed.ts';
import { itemOf } from '../write.ts';

/** What people of a dealer have shared. */
const SHARED = [
  {
    reportId: '01KAJN9FR0000000000000RP01',
    name: 'Failed calls of the week',
    list: 'failedCalls',
    parameters: { days: '7' },
  },
  {
    reportId: '01KAJN9FR0000000000000RP02',
    name: 'Weak cell service',
    list: 'irregularCellService',
    parameters: { interval: '30' },
  },
  { reportId: '01KAJN9FR0000000000000RP03', name: 'Batteries to change', list: 'lowRFBattery', parameters: {} },
] as const;
const DEALERS = [
  { DealerKey: 1, savedBy: 'Erin Castellan' },
  { DealerKey: 22, savedBy: 'Nora Whitfield' },
] as const;

export const seed: Seed = () =>
  DEALERS.map(({ DealerKey, savedBy }) =>
    itemOf(SavedReportsEntity, {
      ...{ owner: `dealer ${DealerKey}`, DealerKey, version: 1 },
      reports: SHARED.map((report) => ({ ...report, savedBy })),
    }),
  );
