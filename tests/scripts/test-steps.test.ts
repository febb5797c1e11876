import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#scripts/test/command.ts';
import { outcomeOf } from '#scripts/test/vitest.ts';
import { runScript } from './support.ts';

const report = (numPassedTests: number, numFailedTests: number, ...files: [string, ...string[]][]) => ({
  numPassedTests,
  numFailedTests,
  testResults: files.map(([status, ...tests]) => ({
    name: path.join(ROOT, 'tests/a.test.ts'),
    status,
    assertionResults: tests.map((one) => ({ fullName: 'a list opens', status: one })),
  })),
});

describe('the counts of a test run', () => {
  it('are its tests', () => {
    expect(outcomeOf(0, report(3, 0, ['passed', 'passed', 'passed', 'passed']))).toEqual({ passed: 3, failed: 0 });
    expect(outcomeOf(1, report(1, 1, ['failed', 'passed', 'failed']))).toEqual({
      passed: 1,
      failed: 1,
      failures: ['a list opens'],
    });
  });

  it('have a failure for each file that could not be loaded', () => {
    expect(outcomeOf(1, report(2, 0, ['failed'], ['passed', 'passed', 'passed'], ['failed']))).toEqual({
      passed: 2,
      failed: 2,
      failures: ['tests/a.test.ts', 'tests/a.test.ts'],
    });
  });

  it('have a failure if the run broke', () => {
    expect(outcomeOf(1, undefined)).toEqual({ passed: 0, failed: 1 });
    expect(outcomeOf(1, report(2, 0, ['passed', 'passed', 'passed']))).toEqual({ passed: 2, failed: 1 });
  });

  it('name each test that failed, with the first line of its last error', () => {
    const assertionResults = [
      { fullName: 'a list opens', status: 'failed', failureMessages: ['Error: closed\n  at 1', 'Error: late\n  at 2'] },
    ];
    expect(
      outcomeOf(1, { numPassedTests: 0, numFailedTests: 1, testResults: [{ status: 'failed', assertionResults }] }),
    ).toEqual({ passed: 0, failed: 1, failures: ['a list opens: Error: late'] });
  });

  it('name each test that passed only at its second try', () => {
    const assertionResults = [
      { fullName: 'a list opens', status: 'passed', failureMessages: ['Timeout 30000ms exceeded'] },
      { fullName: 'a list closes', status: 'passed', failureMessages: [] },
    ];
    expect(
      outcomeOf(0, { numPassedTests: 2, numFailedTests: 0, testResults: [{ status: 'passed', assertionResults }] }),
    ).toEqual({ passed: 2, failed: 0, unsteady: ['a list opens'] });
  });
});

describe('npm test', { timeout: 120_000 }, () => {
  it('prints its counts at the end', async () => {
    const { code, stdout } = await runScript('test.ts', ['--area', 'theme', 'tests']);
    expect([code, stdout.trim().split('\n').at(-1)]).toEqual([0, expect.stringMatching(/^\d+ passed, 0 failed$/)]);
  });

  it('lists its steps and areas', async () => {
    const step = await runScript('test.ts', ['nothing']);
    expect([step.code, step.stderr]).toEqual([2, expect.stringContaining('There is no step nothing')]);
    const area = await runScript('test.ts', ['--area', 'nowhere']);
    expect([area.code, area.stderr]).toEqual([2, expect.stringContaining('There is no folder tests/nowhere')]);
  });
});
