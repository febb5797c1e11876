/** Lambda runs this many calls of an account at once, unless the account is new ("Lambda quotas"). */
export const ACCOUNT_CONCURRENCY = 1_000;

/**
 * Reserved in production for each function that people sign in with, so that no other function stops sign-ins. It is also the most that such a
 * function gets: a sign-in takes about 0.15 s, so 600 a second. With all queues, less than half of the account is then taken.
 */
export const SIGN_IN_CONCURRENCY = 90;
