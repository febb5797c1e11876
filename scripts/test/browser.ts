import { existsSync } from 'node:fs';

/** The headless shell comes first: it has no windows, so it opens a page in a third of the time. */
const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser that shows the pages under test. */
export const browserPath = (): string | undefined => process.env.CHROMIUM ?? BROWSERS.find((file) => existsSync(file));
