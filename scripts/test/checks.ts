import path from 'node:path';
import { ROOT, run } from './command.ts';
import type { Counts } from './outcome.ts';

interface Check {
  title: string;
  command: readonly [string, ...string[]];
}

/**
 * The compiler's own threads each infer the same large types again: with one, the same check takes half of the work. It keeps what it found for the
 * next check of this clone, which then takes a quarter.
 */
const tsc = (project: string) => {
  const known = path.join(ROOT, '.local/check', `${project.replaceAll('/', '-')}.tsbuildinfo`);
  return ['tsc', '-p', project, '--checkers', '1', '--incremental', '--tsBuildInfoFile', known] as const;
};

/** Checks without a test: those of `npm run check`, of `npm test` and of CI. The longest comes first. */
const CHECKS: readonly Check[] = [
  { title: 'Nothing unused', command: ['knip'] },
  { title: 'Nothing that only tests use', command: ['knip', '--config', 'knip.product.jsonc'] },
  { title: 'Types of the tests', command: tsc('tests/tsconfig.json') },
  { title: 'Types of the web app', command: tsc('web/tsconfig.json') },
  { title: 'Types of the functions and scripts', command: tsc('tsconfig.json') },
  { title: 'Types of the pure core', command: tsc('layers/core/tsconfig.json') },
  { title: 'Generated documents', command: ['node', 'scripts/generate.ts', '--check'] },
  { title: 'Lint and format', command: ['biome', 'ci', '--colors=off', '.'] },
];

/** Each of them works on one core most of the time. */
const AT_ONCE = 2;

/** Runs all checks, two at a time; prints each with its time, and the output of those that fail. */
export async function checkAll(): Promise<Counts> {
  const counts = { passed: 0, failed: 0 };
  const waiting = [...CHECKS];
  const next = async (): Promise<void> => {
    const check = waiting.shift();
    if (!check) return;
    const { title, command } = check;
    const [program, ...args] = command;
    const began = performance.now();
    const { code, output } = await run(program, args);
    const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`;
    counts[code === 0 ? 'passed' : 'failed'] += 1;
    console.log(`  ${title.padEnd(36)} ${seconds.padStart(7)}  ${code === 0 ? 'passed' : 'FAILED'}`);
    if (code !== 0) console.log(output);
    await next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return counts;
}
