import { afterEach, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
});

/** Sets what the functions believe the time to be until the test ends; timers and waits go on as ever. */
export function setClock(now: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now });
}
