import { parseArgs } from 'node:util';
import { stopAll } from './test/command.ts';
import type { Outcome } from './test/outcome.ts';
import { allSteps, type Step, stepsOf } from './test/steps.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', default: false },
    deep: { type: 'boolean', default: false },
    area: { type: 'string' },
  },
});

const HELP = `npm test -- [steps]
  Runs all steps, or the named ones:
${allSteps()
  .map(({ name, title }) => `    ${name.padEnd(9)} ${title}`)
  .join('\n')}
npm test -- --area NAME
  Runs the tests in tests/NAME and the rows of the area in tests/contract.
npm run test:deep -- [steps]
  Runs the same steps with all that docs/testing.md lists as deep.`;

if (values.help) console.log(HELP);
else
  try {
    process.exitCode = await testAll(wanted());
  } catch (error) {
    console.error(`${(error as Error).message}.\n${HELP}`);
    process.exitCode = 2;
  }

/** @throws naming what does not exist */
function wanted(): readonly Step[] {
  const steps = values.area === undefined ? allSteps({ deep: values.deep }) : stepsOf(values.area);
  const unknown = positionals.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) throw new Error(`There is no step ${unknown.join(', ')}`);
  return steps.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
}

interface Taken {
  step: Step;
  outcome: Outcome;
  seconds: number;
}

async function take(step: Step): Promise<Taken> {
  const began = performance.now();
  const outcome = await step.take();
  return { step, outcome, seconds: (performance.now() - began) / 1000 };
}

/** Takes the steps one after the other, and some beside the others; returns the exit code. */
async function testAll(steps: readonly Step[]): Promise<number> {
  const began = performance.now();
  let signalled = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      signalled = true;
      stopAll();
    });
  const taken: Taken[] = [];
  const beside: Promise<Taken>[] = [];
  for (const [index, step] of steps.entries()) {
    console.log(`\n[${index + 1}/${steps.length}] ${step.title}`);
    if (step.beside) {
      console.log('      runs beside the next steps');
      beside.push(take(step));
      continue;
    }
    const one = await take(step);
    if (signalled) return 130;
    taken.push(one);
    console.log(`      ${inWords(one.outcome)}`);
  }
  for (const one of await Promise.all(beside)) {
    if (signalled) return 130;
    taken.push(one);
    console.log(`\n${one.step.title}: ${inWords(one.outcome)}`);
    if ('output' in one.outcome) console.log(one.outcome.output);
  }
  console.log('\nSummary');
  for (const { step, outcome, seconds } of taken)
    console.log(`  ${step.title.padEnd(44)} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${inWords(outcome)}`);
  const failed = sum(taken, 'failed');
  const seconds = (performance.now() - began) / 1000;
  console.log(`  ${'In all'.padEnd(44)} ${`${seconds.toFixed(1)} s`.padStart(8)}`);
  printNames('Passed only at the second try. Mend them:', names(taken, 'unsteady'));
  printNames('Failed:', names(taken, 'failures'));
  console.log(`\n${sum(taken, 'passed')} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function sum(taken: readonly { outcome: Outcome }[], what: 'passed' | 'failed'): number {
  return taken.reduce((total, { outcome }) => total + ('notRun' in outcome ? 0 : outcome[what]), 0);
}

function names(taken: readonly { outcome: Outcome }[], which: 'failures' | 'unsteady'): readonly string[] {
  return taken.flatMap(({ outcome }) => ('notRun' in outcome ? [] : (outcome[which] ?? [])));
}

function printNames(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log([`\n${title}`, ...lines].join('\n  '));
}

function inWords(outcome: Outcome): string {
  if ('notRun' in outcome) return `NOT RUN: ${outcome.notRun}`;
  const { passed, failed } = outcome;
  if (passed + failed === 1) return failed === 0 ? 'passed' : 'FAILED';
  return failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} FAILED`;
}
