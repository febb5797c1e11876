import { setTimeout } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';

/** True once the page's content is there: its title, and nothing that still loads. */
const IS_USABLE =
  "document.querySelector('main h1') !== null && document.querySelector('main [data-skeleton], main .chakra-skeleton, main [aria-busy=true]') === null";

export interface Visit {
  /** The longest chain of requests, each of which began after the one before had ended, until the page was usable. */
  depth: number;
  milliseconds: number;
}

interface Options {
  /** Added to each round trip. What the browser's cache answers takes none. */
  latency: number;
  isUsable?: string;
}

/** Opens `path` in a page of Chromium until it can be used. */
export async function visit(page: Page, path: string, { latency, isUsable = IS_USABLE }: Options): Promise<Visit> {
  // From the same address it would be a reload, which asks for everything again.
  await page.goto('about:blank');
  const session = await page.context().newCDPSession(page);
  const depth = await followDepth(session);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  const begun = performance.now();
  await page.goto(path, { waitUntil: 'commit' });
  // While the page changes there is nothing to evaluate in.
  while (!(await page.evaluate(isUsable).catch(() => false))) await setTimeout(10);
  const milliseconds = performance.now() - begun;
  const reached = depth();
  await session.detach();
  return { depth: reached, milliseconds };
}

const LATENCY_MS = 400;
const LONGEST_LATENCY_MS = 3_200;

/**
 * The depth of a visit. A busy machine can only add to it, because a request that begins late looks like one that waited. So a try that is deeper
 * than `most` is followed by one that has twice the time.
 */
export async function depthOf(
  page: Page,
  path: string,
  { most, isUsable, before = async () => {} }: { most: number; isUsable?: string; before?: () => Promise<void> },
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let latency = LATENCY_MS; latency <= LONGEST_LATENCY_MS && least > most; latency *= 2) {
    await before();
    least = Math.min(least, (await visit(page, path, { latency, ...(isUsable && { isUsable }) })).depth);
  }
  return least;
}

/** Empties the browser's cache of files. */
export async function emptyCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}

/** Follows the requests of the page. Returns a function that returns the depth of those that have ended. */
async function followDepth(session: CDPSession): Promise<() => number> {
  let deepest = 0;
  const running = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) running.set(requestId, deepest + 1);
  });
  const cached = (requestId: string) => {
    if (running.has(requestId)) running.set(requestId, running.get(requestId)! - 1);
  };
  session.on('Network.requestServedFromCache', ({ requestId }) => cached(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) cached(requestId);
  });
  const ended = ({ requestId }: { requestId: string }) => {
    deepest = Math.max(deepest, running.get(requestId) ?? 0);
    running.delete(requestId);
  };
  session.on('Network.loadingFinished', ended);
  session.on('Network.loadingFailed', ended);
  await session.send('Network.enable');
  return () => deepest;
}
