import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ROOT, run } from './command.ts';
import type { Counts } from './outcome.ts';

interface Assertion {
  fullName: string;
  status: string;
  /** Of every try, so a test that passed at its second one has messages too. */
  failureMessages?: string[];
}

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name?: string; status: string; message?: string; assertionResults: Assertion[] }[];
}

export interface VitestOptions {
  /** A project of vitest.config.ts. */
  projects: readonly string[];
  /** The starts of the paths of the test files; all files if absent. */
  files?: readonly string[];
  env?: Record<string, string>;
  /** How many files run at once, if not as in vitest.config.ts. */
  workers?: number;
}

/** Runs tests and prints each file when it is finished. */
export async function vitest({ projects, files = [], env = {}, workers }: VitestOptions): Promise<Counts> {
  const file = path.join(ROOT, '.local/test', `${projects.join('-')}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const only = projects.flatMap((project) => ['--project', project]);
  // An area may lack tests of some kinds, and rows in files of the contract.
  const some = files.length > 0 ? [...files, '--passWithNoTests'] : [];
  const atOnce = workers === undefined ? [] : [`--maxWorkers=${workers}`];
  const { code } = await run(
    'vitest',
    ['run', ...some, ...only, ...atOnce, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    { shown: true, env },
  );
  return outcomeOf(code, readReport(file));
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

/** A file that could not be loaded has no failed test, and a run that broke has no report. Each counts as one failure. */
export function outcomeOf(code: number, report: Report | undefined): Counts {
  if (!report) return { passed: 0, failed: 1 };
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  );
  const failed = report.numFailedTests + broken.length;
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const unsteady = tests
    .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName }) => fullName);
  const failures = [
    ...tests
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages = [] }) => named(fullName, failureMessages.at(-1))),
    ...broken.map(({ name = '', message }) => named(path.relative(ROOT, name), message)),
  ];
  return {
    passed: report.numPassedTests,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    ...(failures.length > 0 && { failures }),
    ...(unsteady.length > 0 && { unsteady }),
  };
}

/** A name with the first line of its error. */
function named(name: string, message = ''): string {
  const [line = ''] = message.trim().split('\n');
  return line === '' ? name : `${name}: ${line}`;
}
