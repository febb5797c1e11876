import { vi } from 'vitest';

/** Waits until the check succeeds; long enough for a busy machine. */
export const until = <Result>(check: () => Result | Promise<Result>) => vi.waitFor(check, { timeout: 10_000 });
