import { existsSync } from 'node:fs';
import path from 'node:path';
import { browserPath } from './browser.ts';
import { checkAll } from './checks.ts';
import { ROOT } from './command.ts';
import { verifyDeployment } from './deployment.ts';
import type { Outcome } from './outcome.ts';
import { type VitestOptions, vitest } from './vitest.ts';

export interface Step {
  /** The name that selects it. */
  name: string;
  title: string;
  take(): Promise<Outcome>;
  /** True for a step that waits most of the time: the steps after it run meanwhile. It prints nothing before its end. */
  beside?: boolean;
}

/** A test waits now and then for a queue, a process or a page. A third file at a time makes use of that. */
const WORKERS = 3;

const NO_BROWSER =
  'there is no Chromium. Debian: apt-get install chromium-headless-shell; elsewhere: set CHROMIUM to the path of Chromium or Chrome';

async function browserTests(options: VitestOptions): Promise<Outcome> {
  const browser = browserPath();
  if (browser) return vitest({ ...options, env: { ...options.env, CHROMIUM: browser } });
  // Without a browser, CI would not test the screens.
  if (!process.env.CI) return { notRun: NO_BROWSER };
  console.log(`It could not be run: ${NO_BROWSER}`);
  return { passed: 0, failed: 1 };
}

/** All steps, the quick before the slow, and the deployment beside them. `deep` is `npm run test:deep`. */
export function allSteps({ deep = false } = {}): readonly Step[] {
  const env = { TEST_DEPTH: deep ? 'deep' : 'usual' };
  return [
    { name: 'check', title: 'Format, lint, types, unused code, generated', take: checkAll },
    {
      ...{ name: 'deploy', title: 'Deployment to an emulator of AWS', beside: true },
      take: () => verifyDeployment({ deep }),
    },
    { name: 'unit', title: 'Unit tests', take: () => vitest({ projects: ['unit'], env }) },
    { name: 'integ', title: 'Integration tests', take: () => vitest({ projects: ['integ'], env, workers: WORKERS }) },
    {
      ...{ name: 'pages', title: 'Page tests' },
      take: () => browserTests({ projects: ['pages'], env, workers: WORKERS }),
    },
    { name: 'journeys', title: 'Journeys', take: () => browserTests({ projects: ['journeys'], env }) },
  ];
}

/** The tests of an area, and its rows of the tests of the contract. */
export function stepsOf(area: string): readonly Step[] {
  if (!existsSync(path.join(ROOT, 'tests', area))) throw new Error(`There is no folder tests/${area}`);
  const own = `tests/${area}/`;
  const hasEndpoints = existsSync(path.join(ROOT, 'functions', area));
  const files = hasEndpoints ? [own, 'tests/contract/'] : [own];
  const env = { TEST_AREA: area };
  return [
    {
      name: 'tests',
      title: `Unit and integration tests of ${area}`,
      take: () => vitest({ projects: ['unit', 'integ'], files, env, workers: WORKERS }),
    },
    {
      name: 'pages',
      title: `Page tests of ${area}`,
      // Who changes an area tries the variants of its pages too.
      take: () =>
        browserTests({ projects: ['pages'], files: [own], env: { ...env, TEST_DEPTH: 'deep' }, workers: WORKERS }),
    },
  ];
}
