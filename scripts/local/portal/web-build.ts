import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
export const WEB_FOLDER = path.join(ROOT, 'web/dist');
const STAMP = path.join(ROOT, '.local/web-build');

/** Builds the web app unless its sources are the same as at the last build. */
export async function buildWeb(onStep: (step: string) => void): Promise<void> {
  const sources = fingerprint();
  if (existsSync(path.join(WEB_FOLDER, 'index.html')) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources)
    return;
  onStep('Building the web app');
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const build = spawn(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: 'inherit',
    // Vitest sets `test`, and the browser tests would then use React's development build, which is never deployed.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error('The web app could not be built. The reason is above.');
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, sources);
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const files = globSync(
    ['web/{src,public}/**/*', 'web/*.*', 'layers/core/**/*.ts', 'layers/protocol/*.ts', 'package-lock.json'],
    {
      cwd: ROOT,
      withFileTypes: true,
    },
  );
  for (const file of files
    .filter((one) => one.isFile())
    .map((one) => path.join(one.parentPath, one.name))
    .sort())
    hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}
