import { it } from 'vitest';

/** True in `npm run test:deep`, and for the pages of `npm test -- --area NAME`. */
export const IN_DEPTH = process.env.TEST_DEPTH === 'deep';

/** A test of a variant, which is not in every run (decision 0258). */
export const itInDepth = it.runIf(IN_DEPTH);
