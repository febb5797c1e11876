import type { UnitEvent } from '../../history/ping.ts';
import { outcomeOfTest } from '../../history/unit-test.ts';
import { type Fact, known, type Report, USUAL_DAYS, USUAL_PAGE_SIZES } from '../report.ts';

/** The outcome of a test of this kind. A later test that passes takes the row off the report. */
const testFact =
  (kind: string) =>
  (event: UnitEvent): Fact | undefined => {
    const outcome = outcomeOfTest(kind, event);
    if (!outcome) return undefined;
    const { timeStamp, zone } = event;
    const facts = known({ zone, result: outcome.passed ? undefined : outcome.text || 'Failed' });
    return { subject: zone === undefined ? '' : String(zone), at: timeStamp, gone: outcome.passed, facts };
  };

const failedTests = {
  time: 'Failed at',
  columns: { result: { label: 'Result' } },
  mode: 'latest',
  keptDays: USUAL_DAYS,
  ...USUAL_PAGE_SIZES,
} as const;
const inZones = { zone: { label: 'Zone', kind: 'number' }, result: { label: 'Result' } } as const;

export const failedDataTests: Report = {
  ...failedTests,
  name: 'failedDataTest',
  title: 'Failed data tests',
  description: 'Units whose last data test failed',
  path: '/reports/failedDataTest',
  ofEvent: testFact('data'),
};

export const failedVoiceTests: Report = {
  ...failedTests,
  name: 'failedVoiceTest',
  title: 'Failed voice tests',
  description: 'Units whose last voice test failed',
  path: '/reports/failedVoiceTest',
  ofEvent: testFact('voice'),
};

export const failedHelpButtonTests: Report = {
  ...failedTests,
  name: 'failedPHBTest',
  title: 'Failed help-button tests',
  description: 'Help buttons whose last test failed',
  path: '/reports/failedPHBTest',
  columns: inZones,
  ofEvent: testFact('help button'),
};

/** Contact ID (SIA DC-05): loss of supervision of an accessory. */
const LOSS = /^Event (381|382)( restored)?$/;

function lossFact({ eventType, timeStamp, zone }: UnitEvent): Fact | undefined {
  const [, code, restored] = LOSS.exec(eventType) ?? [];
  if (code === undefined) return undefined;
  const facts = known({ zone, result: `Loss of supervision (${code})` });
  return { subject: zone === undefined ? '' : String(zone), at: timeStamp, gone: restored !== undefined, facts };
}

const supervisedTest = testFact('supervised');

export const failedSupervised: Report = {
  ...failedTests,
  name: 'failedSupervised',
  title: 'Failed supervised signals',
  description: 'Accessories that a unit no longer receives, and supervised tests that failed',
  path: '/reports/failedSupervised',
  columns: inZones,
  ofEvent: (event) => supervisedTest(event) ?? lossFact(event),
};

/** Their rows are of the accessory in a zone. */
export const OF_ACCESSORIES: readonly Report[] = [failedHelpButtonTests, failedSupervised];
