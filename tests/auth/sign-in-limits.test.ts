import { expect, it } from 'vitest';
import { ENTRY_LIMIT, LOGIN_LIMITS, RECOVERY_LIMITS, SIGN_ON_LIMIT, TOKEN_LIMITS } from '#core/auth/sign-in-limits.ts';
import { MINUTE } from '#core/time.ts';

const limits = [
  ...Object.values(LOGIN_LIMITS),
  ...Object.values(RECOVERY_LIMITS),
  ...Object.values(TOKEN_LIMITS),
  SIGN_ON_LIMIT,
  ENTRY_LIMIT,
];

// Other tests count up to the limit, whatever it is. This one notices a limit that nobody meant to change.
it('attempts are limited to these numbers in 15 minutes', () => {
  expect(Object.fromEntries(limits.map(({ kind, most }) => [kind, most]))).toEqual({
    loginAccountAtAddress: 10,
    loginAccount: 100,
    loginAddress: 50,
    recoveryAccount: 3,
    recoveryAddress: 10,
    recoveryToken: 30,
    emailToken: 30,
    signOnToken: 30,
    entryToken: 30,
    signOnStart: 60,
    entryIssue: 60,
  });
  expect(new Set(limits.map(({ window }) => window))).toEqual(new Set([15 * MINUTE]));
});
