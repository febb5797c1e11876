import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Finding, meets, targetInWords } from './measure.ts';
import { MEASURES } from './measures.ts';

// Runs every measure, or those named by --only, prints the figures and stores them in bench/results.json.

const RESULTS = path.resolve(import.meta.dirname, '../../bench/results.json');
/** Far longer than most measures take. A hanging measure is stopped. */
const LONGEST = 1_800_000;

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });
const unknown = values.only?.filter((name) => !MEASURES.some((measure) => measure.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`There is no measure ${unknown.join(', ')}. There are: ${MEASURES.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const results = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Record<string, object>) : {};
for (const { name, longest = LONGEST } of MEASURES) {
  if (values.only && !values.only.includes(name)) continue;
  console.log(`\n${name}`);
  const findings = await run(name, longest);
  if (!findings?.every(meets)) process.exitCode = 1;
  // A measure without figures was skipped, and has said why.
  if (!findings?.length) continue;
  const width = Math.max(...findings.map((finding) => finding.name.length));
  for (const finding of findings) console.log(rowOf(finding, width));
  results[name] = {
    machine: { cores: availableParallelism(), node: process.version, system: `${process.platform} ${process.arch}` },
    findings: findings.map((finding) => ({
      ...finding,
      value: rounded(finding.value),
      target: targetInWords(finding),
      pass: meets(finding),
    })),
  };
}
mkdirSync(path.dirname(RESULTS), { recursive: true });
writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);

async function run(name: string, longest: number): Promise<Finding[] | undefined> {
  const script = fileURLToPath(new URL('./one.ts', import.meta.url));
  const child = fork(script, [name], { execArgv: ['--expose-gc'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const impatience = setTimeout(() => child.kill(), longest);
  let findings: Finding[] | undefined;
  child.once('message', (told) => {
    findings = told as Finding[];
  });
  await once(child, 'exit');
  clearTimeout(impatience);
  if (!findings) console.error(`  ${name} returned no figures. The reason is above.`);
  return findings;
}

function rowOf(finding: Finding, width: number): string {
  const { name, value, unit, detail = '' } = finding;
  const verdict = finding.target ? (meets(finding) ? 'ok' : 'MISSED') : '';
  const figure = `${rounded(value)} ${unit === 'ratio' ? 'x' : unit}`;
  const cells = [name.padEnd(width), figure.padStart(10), targetInWords(finding).padEnd(12), verdict.padEnd(6), detail];
  return `  ${cells.join('  ').trimEnd()}`;
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
