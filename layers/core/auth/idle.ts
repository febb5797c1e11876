import { SECOND } from '../time.ts';

/** Portal-1 section 9: a warning after 2400 s without activity, the sign-out 60 s later. Milliseconds. */
export const WARN_AFTER = 2400 * SECOND;
export const SIGN_OUT_AFTER = WARN_AFTER + 60 * SECOND;
