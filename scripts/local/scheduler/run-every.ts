import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '#core/time.ts';

/** A run that needs longer at a stop is cut off, as Lambda may cut it off: the next one does what it left. Some runs wait half a minute for a second look. */
const PATIENCE_MS = 3 * SECOND;

/** Runs the work at an interval, the first time at once. A run that fails is logged, and the next one follows. Runs do not overlap. */
export function runEvery(milliseconds: number, work: () => Promise<unknown>) {
  let running: Promise<unknown> | undefined;
  const run = () => {
    running ??= work()
      .catch((error: Error) => console.error(`A scheduled run failed: ${error.message}`))
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(run, milliseconds);
  run();
  return {
    async stop() {
      clearInterval(timer);
      await Promise.race([running, sleep(PATIENCE_MS)]);
    },
  };
}
