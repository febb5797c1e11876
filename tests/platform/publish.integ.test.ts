import { expect, it, vi } from 'vitest';
import { SECOND } from '#core/time.ts';
import { sendTo } from '#platform/live/publish.ts';
import { aSilentServer } from '#support/silent-server.ts';

it('publishing a live message times out if the gateway accepts the connection and does not answer', async () => {
  const gateway = await aSilentServer();
  vi.stubEnv('LIVE_ENDPOINT', gateway.url);
  const begun = performance.now();
  try {
    await sendTo('a-browser', { action: 'pong' });
  } finally {
    vi.unstubAllEnvs();
    await gateway.close();
  }
  expect(performance.now() - begun).toBeLessThan(10 * SECOND);
  expect(gateway.taken()).toBe(3);
});
