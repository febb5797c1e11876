import { vi } from 'vitest';

/** What the next import gives is loaded anew, as Lambda does when it starts one more instance: it remembers nothing. */
export const anotherInstance = () => vi.resetModules();
