import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClock } from '#local/clock.ts';

describe('a clock that stands', () => {
  it('wakes whoever’s time has come when it is advanced, each once', async () => {
    const clock = createClock(1000);
    const woken: string[] = [];
    clock.wakeAt(1500, () => woken.push('first'));
    clock.wakeAt(3000, () => woken.push('second'));
    const takeBack = clock.wakeAt(1500, () => woken.push('never'));
    takeBack();
    clock.advance(499);
    await vi.waitFor(() => expect(woken).toEqual([]));
    clock.advance(1);
    clock.advance(1);
    await vi.waitFor(() => expect(woken).toEqual(['first']));
    expect(clock.now()).toBe(1501);
  });
});

describe('a clock that goes', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  it('wakes in time, even after more than setTimeout can count', async () => {
    const clock = createClock();
    const wake = vi.fn();
    const fortyDays = 40 * 24 * 3600 * 1000;
    clock.wakeAt(fortyDays, wake);
    await vi.advanceTimersByTimeAsync(fortyDays - 1);
    expect(wake).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(wake).toHaveBeenCalledTimes(1);
  });

  it('wakes earlier when it was advanced', async () => {
    const clock = createClock();
    const wake = vi.fn();
    clock.wakeAt(60_000, wake);
    clock.advance(59_000);
    await vi.advanceTimersByTimeAsync(999);
    expect(wake).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(wake).toHaveBeenCalledTimes(1);
  });
});
