import { it } from 'vitest';

/** True in `npm run test:deep`. */
export const IN_DEPTH = process.env.TEST_DEPTH === 'deep';

/** A test of a variant, for `npm run test:deep` only: a test of every run proves the way that most people take. */
export const itInDepth = it.runIf(IN_DEPTH);
