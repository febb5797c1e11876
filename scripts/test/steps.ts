import { existsSync } from 'node:fs';
import path from 'node:path';
import { run } from './command.ts';
import type { Outcome } from './outcome.ts';
import { vitest } from './vitest.ts';

export interface Step {
  /** By which it can be asked for. */
  name: string;
  title: string;
  take(): Promise<Outcome>;
}

/** A check that passes or fails as a whole; what it said is shown where it failed. */
const check = (name: string, title: string, command: string, ...args: string[]): Step => ({
  name,
  title,
  async take() {
    const { code, output } = await run(command, args);
    if (code === 0) return { passed: 1, failed: 0 };
    console.log(output);
    return { passed: 0, failed: 1 };
  },
});

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const NO_BROWSER =
  'there is no Chromium. Debian: apt-get install chromium; elsewhere: set CHROMIUM to the path of Chromium or Chrome';

async function browserTests(): Promise<Outcome> {
  const browser = process.env.CHROMIUM ?? BROWSERS.find((file) => existsSync(file));
  if (browser) return vitest(['gallery', 'e2e'], { CHROMIUM: browser });
  // CI has a browser, or it proves nothing of what people see.
  if (!process.env.CI) return { impossible: NO_BROWSER };
  console.log(`It could not be run: ${NO_BROWSER}`);
  return { passed: 0, failed: 1 };
}

/** Deploys to an emulator of AWS; the script itself says where that cannot be done. */
async function verifyDeploy(): Promise<Outcome> {
  const { code, output } = await run(process.execPath, [path.join('scripts', 'verify-deploy.ts')]);
  const skipped = /^SKIPPED: (.*)$/m.exec(output)?.[1];
  if (code === 0) return skipped ? { impossible: skipped } : { passed: 1, failed: 0 };
  console.log(output);
  return { passed: 0, failed: 1 };
}

/** Everything that is checked, the quick before the slow. */
export const STEPS: readonly Step[] = [
  check('lint', 'Lint and format', 'biome', 'ci', '--colors=off', '.'),
  check('types', 'Types of the functions and scripts', 'tsc', '-p', 'tsconfig.json'),
  check('types-core', 'Types of the pure core', 'tsc', '-p', 'layers/core/tsconfig.json'),
  check('types-web', 'Types of the web app', 'tsc', '-p', 'web/tsconfig.json'),
  check('types-tests', 'Types of the tests', 'tsc', '-p', 'tests/tsconfig.json'),
  check('unused', 'Nothing unused', 'knip'),
  check('generated', 'Generated documents', 'node', 'scripts/generate.ts', '--check'),
  { name: 'tests', title: 'Unit, integration and infrastructure tests', take: () => vitest(['unit', 'integ']) },
  check('web', 'Web build', 'vite', 'build', 'web'),
  { name: 'browser', title: 'Browser tests', take: browserTests },
  { name: 'deploy', title: 'Deployment to an emulator of AWS', take: verifyDeploy },
];
