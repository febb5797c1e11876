/** What a unit's item says of its last test call. The time comes first, so that texts sort by it. */
export const testCallOf = (passed: boolean, at: string): string => `${at} ${passed ? 'passed' : FAILED}`;

const FAILED = 'failed';
/** Whether it failed. A malformed stored value is no failure. */
export const hasFailed = (testCall: string | undefined): boolean => `${testCall}`.endsWith(FAILED);
