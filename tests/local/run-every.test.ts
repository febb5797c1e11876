import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runEvery } from '#local/scheduler/run-every.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('runs at once, then at the interval, also after a run that failed', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const work = vi.fn().mockRejectedValueOnce(new Error('No table')).mockResolvedValue(undefined);
  const schedule = runEvery(1000, work);
  await vi.advanceTimersByTimeAsync(2500);
  expect(work).toHaveBeenCalledTimes(3);
  expect(logged.mock.calls).toEqual([['A scheduled run failed: No table']]);
  await schedule.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(work).toHaveBeenCalledTimes(3);
});

it('begins no run while another one works, and stops after it', async () => {
  let finish = () => {};
  const work = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  const schedule = runEvery(1000, work);
  await vi.advanceTimersByTimeAsync(5000);
  expect(work).toHaveBeenCalledTimes(1);
  let stopped = false;
  const stopping = schedule.stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(stopped).toBe(false);
  finish();
  await stopping;
  expect(stopped).toBe(true);
});

it('waits three seconds at most for a run when it stops', async () => {
  const schedule = runEvery(1000, () => new Promise(() => {}));
  const stopping = schedule.stop();
  await vi.advanceTimersByTimeAsync(3000);
  await stopping;
});
