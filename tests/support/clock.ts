import { afterEach, TestRunner, vi } from 'vitest';

/** The time at which each test of the file begins; undefined for the real one. */
let timeOfFile: number | undefined;

afterEach(() => {
  if (timeOfFile === undefined) vi.useRealTimers();
  else stopClock(timeOfFile);
});

/** Sets the time of the functions until the test ends; in `beforeAll`, for each test of the file. Timers are not affected. */
export function setClock(now: number): void {
  if (!TestRunner.getCurrentTest()) timeOfFile = now;
  stopClock(now);
}

const stopClock = (now: number) => vi.useFakeTimers({ toFake: ['Date'], now });
