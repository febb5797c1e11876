import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './tests/support/long-files-first.ts';

// What is polled appears in milliseconds on a quiet machine, and in seconds on a busy one.
const expect = { poll: { timeout: 15_000 } };

// A test that passes at its second try is listed as such at the end, so that it is mended and holds up nobody meanwhile.
const retry = process.env.CI ? 1 : 0;

/**
 * Tests by what they need: `unit` nothing, `integ` a table and stand-ins, `pages` a browser too, each file with a portal of its own in its
 * process, `journeys` a browser and the whole portal, which all files share one after the other.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/**/*.{integ,e2e}.test.ts'],
          testTimeout: 30_000,
          // Files share the modules that they import, so what a test changes it puts back.
          isolate: false,
        },
      },
      {
        test: {
          name: 'integ',
          expect,
          retry,
          include: ['tests/**/*.integ.test.ts'],
          globalSetup: 'tests/support/global-setup.ts',
          setupFiles: 'tests/support/environment.ts',
          isolate: false,
          // On a quiet machine a test takes a second or two, and the longest ten.
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'pages',
          expect,
          retry,
          include: ['tests/**/*.e2e.test.ts'],
          exclude: ['tests/journeys/**'],
          isolate: false,
          globalSetup: ['tests/support/global-setup.ts', 'tests/support/web-setup.ts'],
          setupFiles: 'tests/support/environment.ts',
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'journeys',
          expect,
          retry,
          include: ['tests/journeys/**/*.e2e.test.ts'],
          globalSetup: 'tests/support/portal-setup.ts',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
