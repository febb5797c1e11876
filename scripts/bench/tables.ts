import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { build, type Plugin, type PreviewServer, preview } from 'vite';
import { browserPath } from '#scripts/test/browser.ts';
import type { Finding, Measure } from './measure.ts';
import { median, ratioOf, sideBySide } from './side-by-side.ts';

const ROOT = path.join(import.meta.dirname, 'tables');
const OTHERS = path.join(ROOT, 'others');
const SCREEN = { width: 1280, height: 800 };
/** In two seconds: as fast as a person turns a wheel. */
const SCROLLED_PIXELS = 6_000;
const SCROLL_MS = 2_000;
/** A page is interactive once its rows are there and it has been idle for so long. */
const IDLE_MS = 300;

const NAMES = { watchkeep: 'the portal', mui: 'MUI X DataGrid', 'ag-grid': 'AG Grid community' } as const;
type Table = keyof typeof NAMES;

/** What one load of a page showed. */
interface Load {
  /** From the start of the navigation until the page is interactive. */
  interactiveMs: number;
  frames: number;
  /** Processor time of the page's main thread while it scrolled. */
  scrollMs: number;
}

/**
 * 1,000 rows with 25 columns in a browser: the portal's table, MUI X DataGrid and AG Grid community with the same rows in the same run. The time until the
 * page is interactive, the frames while it scrolls, and the processor time of that.
 */
export const measure: Measure = async () => {
  const program = browserPath();
  if (program === undefined || !existsSync(path.join(OTHERS, 'node_modules'))) {
    console.error(
      '  tables was skipped: it needs a browser, and the tables of scripts/bench/tables/others/package.json.',
    );
    return [];
  }
  process.env.NODE_ENV = 'production';
  const folder = mkdtempSync(path.join(tmpdir(), 'watchkeep-tables-'));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [react(), withoutPageLimit()],
    build: {
      outDir: folder,
      chunkSizeWarningLimit: 5_000,
      rolldownOptions: { input: Object.keys(NAMES).map((name) => path.join(ROOT, `${name}.html`)) },
    },
  });
  const server = await preview({ root: ROOT, configFile: false, preview: { port: 0 }, build: { outDir: folder } });
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    return await compared(server, browser);
  } finally {
    await Promise.all([browser.close(), server.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The community edition of MUI X shows 100 rows at most. Here it scrolls through all rows, as the others do. */
function withoutPageLimit(): Plugin {
  return {
    name: 'without-page-limit',
    transform: {
      filter: { id: /x-data-grid.*gridPaginationUtils\.m?js$/ },
      handler: (code) => code.replace(/MAX_PAGE_SIZE = 100\b/, 'MAX_PAGE_SIZE = 1_000'),
    },
  };
}

async function compared(server: PreviewServer, browser: Browser): Promise<Finding[]> {
  const loads: Record<Table, Load[]> = { watchkeep: [], mui: [], 'ag-grid': [] };
  const oneOf = (name: Table) => async () => {
    const load = await loadOf(browser, `${server.resolvedUrls!.local[0]}${name}.html`);
    loads[name].push(load);
    return load.interactiveMs;
  };
  const rounds = { rounds: 15, warmUp: 1, patience: 240_000 };
  await sideBySide({ watchkeep: oneOf('watchkeep'), mui: oneOf('mui'), 'ag-grid': oneOf('ag-grid') }, rounds);
  return (['mui', 'ag-grid'] as const).flatMap((other) =>
    findingsOf(loads.watchkeep.slice(1), loads[other].slice(1), other),
  );
}

function findingsOf(own: readonly Load[], others: readonly Load[], other: Table): Finding[] {
  const all = (loads: readonly Load[], what: keyof Load) => loads.map((load) => load[what]);
  const finding = (words: string, what: keyof Load, unit: string): Finding => ({
    name: `${words}, ${NAMES.watchkeep} to ${NAMES[other]}`,
    value: ratioOf(all(own, what), all(others, what)),
    unit: 'ratio',
    samples: own.length,
    detail: `${median(all(own, what)).toFixed(0)} and ${median(all(others, what)).toFixed(0)} ${unit}`,
  });
  return [
    finding('time until 1,000 rows of 25 columns are interactive', 'interactiveMs', 'ms'),
    finding('frames while they scroll', 'frames', `in ${SCROLL_MS / 1000} s`),
    finding('processor time of that', 'scrollMs', 'ms'),
  ];
}

async function loadOf(browser: Browser, url: string): Promise<Load> {
  const page = await browser.newPage({ viewport: SCREEN });
  try {
    const client = await page.context().newCDPSession(page);
    await client.send('Performance.enable');
    await page.addInitScript(WATCH_LONG_TASKS);
    await page.goto(url);
    const interactiveMs = await page.evaluate<number>(INTERACTIVE);
    const before = await taskMs(client);
    const frames = await scrolled(page);
    return { interactiveMs, frames, scrollMs: (await taskMs(client)) - before };
  } finally {
    await page.close();
  }
}

async function taskMs(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
}

async function scrolled(page: Page): Promise<number> {
  const { frames, shown } = await page.evaluate<{ frames: number; shown: boolean }>(SCROLL);
  if (!shown) throw new Error(`${page.url()} does not show the rows to which it was scrolled`);
  return frames;
}

// The page runs these as they are, because this module is not bundled for a browser.

const FIRST_CELL = '000000 of 0';
const isShown = (text: string) => `document.getElementById('root').innerText.includes(${JSON.stringify(text)})`;

const WATCH_LONG_TASKS = `
  globalThis.busyUntil = 0;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) busyUntil = Math.max(busyUntil, startTime + duration);
  }).observe({ type: 'longtask', buffered: true });`;

const INTERACTIVE = `new Promise((resolve) => {
  let shownAt;
  const look = () => {
    if (shownAt === undefined && ${isShown(FIRST_CELL)}) shownAt = performance.now();
    const ready = Math.max(shownAt, busyUntil);
    if (performance.now() - ready > ${IDLE_MS}) resolve(ready);
    else requestAnimationFrame(look);
  };
  look();
})`;

const SCROLL = `new Promise((resolve) => {
  const beyond = (one) => one.scrollHeight - one.clientHeight;
  const scrolls = (one) => beyond(one) > 1000 && ['auto', 'scroll'].includes(getComputedStyle(one).overflowY);
  const scroller = [...document.querySelectorAll('*')].filter(scrolls).toSorted((a, b) => beyond(b) - beyond(a))[0];
  const textBefore = document.getElementById('root').innerText;
  const begun = performance.now();
  let frames = 0;
  const step = () => {
    const passed = performance.now() - begun;
    scroller.scrollTop = Math.min(1, passed / ${SCROLL_MS}) * ${SCROLLED_PIXELS};
    frames += 1;
    if (passed < ${SCROLL_MS}) return requestAnimationFrame(step);
    setTimeout(() => {
      const { innerText } = document.getElementById('root');
      resolve({ frames, shown: innerText !== textBefore && !innerText.includes(${JSON.stringify(FIRST_CELL)}) });
    }, 500);
  };
  requestAnimationFrame(step);
})`;
