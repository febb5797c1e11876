import { parseArgs } from 'node:util';
import { stopAll } from './test/command.ts';
import type { Outcome } from './test/outcome.ts';
import { STEPS, type Step } from './test/steps.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', default: false } },
});

const HELP = `npm test -- [steps]
  Checks everything that CI checks, or the named steps only:
${STEPS.map(({ name, title }) => `  ${name.padEnd(11)} ${title}`).join('\n')}`;

const unknown = positionals.filter((name) => !STEPS.some((step) => step.name === name));
if (values.help) console.log(HELP);
else if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}.\n${HELP}`);
  process.exitCode = 2;
} else
  process.exitCode = await testAll(STEPS.filter(({ name }) => positionals.length === 0 || positionals.includes(name)));

/** Takes the steps one after the other and answers the exit code. */
async function testAll(steps: readonly Step[]): Promise<number> {
  let signalled = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      signalled = true;
      stopAll();
    });
  const taken: { step: Step; outcome: Outcome; seconds: number }[] = [];
  for (const [index, step] of steps.entries()) {
    console.log(`\n[${index + 1}/${steps.length}] ${step.title}`);
    const began = performance.now();
    const outcome = await step.take();
    if (signalled) return 130;
    taken.push({ step, outcome, seconds: (performance.now() - began) / 1000 });
    console.log(`      ${inWords(outcome)}`);
  }
  console.log('\nSummary');
  for (const { step, outcome, seconds } of taken)
    console.log(`  ${step.title.padEnd(44)} ${`${seconds.toFixed(1)} s`.padStart(8)}  ${inWords(outcome)}`);
  const failed = sum(taken, 'failed');
  console.log(`\n${sum(taken, 'passed')} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

function sum(taken: readonly { outcome: Outcome }[], what: 'passed' | 'failed'): number {
  return taken.reduce((total, { outcome }) => total + ('impossible' in outcome ? 0 : outcome[what]), 0);
}

function inWords(outcome: Outcome): string {
  if ('impossible' in outcome) return `NOT RUN: ${outcome.impossible}`;
  const { passed, failed } = outcome;
  if (passed + failed === 1) return failed === 0 ? 'passed' : 'FAILED';
  return failed === 0 ? `${passed} passed` : `${passed} passed, ${failed} FAILED`;
}
