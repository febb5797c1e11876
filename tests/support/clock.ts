import { afterEach, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
});

/** Sets the time of the functions until the test ends; timers are not affected. */
export function setClock(now: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now });
}
