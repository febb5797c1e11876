import { defineConfig } from 'vitest/config';

/**
 * Tests by their cost: `unit` needs nothing, `integ` a table and stand-ins, `gallery` a browser and the web components alone,
 * `e2e` a browser and the whole portal. Those with a browser go one file after the other: two browsers at once are too much for two cores.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/**/*.{integ,e2e}.test.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integ',
          include: ['tests/**/*.integ.test.ts'],
          globalSetup: 'tests/support/global-setup.ts',
          setupFiles: 'tests/support/environment.ts',
          // A busy machine is no failure: a test takes a second or two, and the longest ten.
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'gallery',
          include: ['tests/components/**/*.e2e.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.e2e.test.ts'],
          globalSetup: 'tests/support/portal-setup.ts',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
