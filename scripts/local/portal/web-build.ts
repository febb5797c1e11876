import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
export const WEB_FOLDER = path.join(ROOT, 'web/dist');

export interface ViteBuild {
  title: string;
  /** The folder of its vite.config.ts. */
  folder: string;
  /** The folder that it writes. */
  output: string;
  /** What it is made of. */
  sources: readonly string[];
}

export const WEB: ViteBuild = {
  title: 'the web app',
  folder: 'web',
  output: WEB_FOLDER,
  sources: ['web/{src,public}/**/*', 'web/*.*', 'layers/core/**/*.ts', 'layers/protocol/*.ts', 'package-lock.json'],
};
export const buildWeb = (onStep: (step: string) => void) => buildIfChanged(WEB, onStep);

/** Builds unless the sources are the same as at the last build. */
export async function buildIfChanged(
  { title, folder, output, sources }: ViteBuild,
  onStep: (step: string) => void,
): Promise<void> {
  const stamp = path.join(ROOT, '.local', `${path.basename(folder)}-build`);
  const now = fingerprint(sources);
  if (existsSync(path.join(output, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  onStep(`Building ${title}`);
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const build = spawn(process.execPath, [vite, 'build', folder, '--logLevel', 'warn'], {
    cwd: ROOT,
    stdio: 'inherit',
    // Vitest sets `test`, and the browser tests would then use React's development build, which is never deployed.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error(`Could not build ${title}. The reason is above.`);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, now);
}

function fingerprint(sources: readonly string[]): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: ROOT, withFileTypes: true });
  for (const file of files
    .filter((one) => one.isFile())
    .map((one) => path.join(one.parentPath, one.name))
    .sort())
    hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}
