import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, run } from './command.ts';
import type { Outcome } from './outcome.ts';

const STAMP = path.join(ROOT, '.local/test/deployed');
/** The deployed files, and those that deploy them. */
const SOURCES = [
  '{infra,functions,layers,bridge,web}/**/*',
  'scripts/{simulate,local,seed,restore}/**/*',
  'scripts/verify-deploy{.ts,/*}',
  'scripts/{chosen-table,create-administrator,restore}.ts',
  'cdk.json',
  'package-lock.json',
];

/** Deploys to an emulator of AWS, unless nothing deployed has changed since that last passed. */
export async function verifyDeployment({ deep }: { deep: boolean }): Promise<Outcome> {
  const sources = fingerprint();
  if (!deep && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources)
    return { notRun: 'what is deployed is as it was when this last passed' };
  const args = [path.join('scripts', 'verify-deploy.ts'), ...(deep ? ['--deep'] : [])];
  const { code, output } = await run(process.execPath, args);
  // The script prints so if this machine lacks something.
  const skipped = /^SKIPPED: (.*)$/m.exec(output)?.[1];
  if (code === 0 && skipped) return { notRun: skipped };
  if (code !== 0) return { passed: 0, failed: 1, output };
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, sources);
  return { passed: 1, failed: 0 };
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.join(one.parentPath, one.name))
    // Built from the others.
    .filter((file) => !file.includes(`${path.sep}dist${path.sep}`))
    .sort();
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}
