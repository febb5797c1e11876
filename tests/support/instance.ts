import { vi } from 'vitest';

/** Resets the modules, so that the next import is a new instance of Lambda without any cache. */
export const anotherInstance = () => vi.resetModules();
