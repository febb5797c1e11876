import { expect, test } from 'vitest';
import { AppError } from '#core/errors.ts';
import { loginFailure } from '#web/features/auth/login-failure.ts';

test.each([
  ['wrong credentials [P1-V01]', new AppError('UNAUTHENTICATED', 'whatever'), 'Incorrect username or password'],
  [
    'too many tries [P1-V02 P1-M27]',
    new AppError('FORBIDDEN', 'x'),
    'Too many login attempts. Please try again later.',
  ],
  ['no connection', new AppError('UNAVAILABLE', 'Cannot be reached'), 'Cannot be reached'],
  ['a bug of the portal', new TypeError('x is not a function'), 'Please try again'],
])('shows the message for %s', (_, error, words) => expect(loginFailure(error)).toBe(words));
