import type { Page, Request } from 'playwright-core';

// A timer in the page is as late as the page's own timers. A page whose animations use up a busy machine is never idle.
const WHEN_IDLE = 'new Promise((done) => setTimeout(() => requestIdleCallback(done, { timeout: 1000 }), 100))';

/**
 * Follows the page's requests from now on. The returned function waits until none is in flight, the page is idle, and sent none meanwhile. Playwright's
 * "networkidle" occurs once per document, so it does not wait after a change of screen.
 */
export function followRequests(page: Page): () => Promise<void> {
  const running = new Set<Request>();
  let sent = 0;
  page.on('request', (request) => {
    running.add(request);
    sent += 1;
  });
  page.on('requestfinished', (request) => running.delete(request));
  page.on('requestfailed', (request) => running.delete(request));
  return async () => {
    for (let before = -1; before !== sent || running.size > 0; ) {
      before = sent;
      await page.evaluate(WHEN_IDLE);
    }
  };
}
