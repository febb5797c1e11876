import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '#local/clock.ts';

describe('the clock of the stand-ins', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  it('calls back in time, also after more than setTimeout supports, unless cancelled', async () => {
    const [kept, cancelled] = [vi.fn(), vi.fn()];
    const fortyDays = 40 * 24 * 3600 * 1000;
    systemClock.after(fortyDays, kept);
    systemClock.after(fortyDays, cancelled)();
    await vi.advanceTimersByTimeAsync(fortyDays - 1);
    expect(kept).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(kept).toHaveBeenCalledTimes(1);
    expect(cancelled).not.toHaveBeenCalled();
  });
});
