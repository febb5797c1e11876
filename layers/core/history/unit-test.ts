import type { TestReport } from '../unit-messages/common-reports.ts';
import type { UnitEvent } from './ping.ts';

type LoggedTest = Pick<UnitEvent, 'eventType' | 'detail'>;

const typeOf = (kind: TestReport['kind'] | string) => `Test of ${kind}`;
const FAILED = /^Failed(?:: )?(.*)$/;

/** A unit's test as an event of its log. */
export const loggedTest = ({ kind, passed, text }: Pick<TestReport, 'kind' | 'passed' | 'text'>): LoggedTest => ({
  eventType: typeOf(kind),
  detail: passed ? 'Passed' : `Failed${text ? `: ${text}` : ''}`,
});

/** The outcome of an event that is a test of this kind; undefined if it is not one. `text`: what the unit said of a failure. */
export function outcomeOfTest(
  kind: string,
  { eventType, detail = '' }: LoggedTest,
): { passed: boolean; text: string } | undefined {
  if (eventType !== typeOf(kind)) return undefined;
  const text = FAILED.exec(detail)?.[1];
  return { passed: text === undefined, text: text ?? '' };
}

/** True for the outcome of a test call. */
export const isTestCall = (report: { type: string; kind?: unknown }): report is TestReport =>
  report.type === 'test' && report.kind === 'voice';

/** True for a test call that failed. A unit reports the outcome of a test call as its test of `voice`. */
export const isFailedTestCall = (event: LoggedTest): boolean => outcomeOfTest('voice', event)?.passed === false;
