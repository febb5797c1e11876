import { AppError } from '#core/errors.ts';

/** The message of a refused login, word for word (portal-1 section 8). */
const WORDS = {
  UNAUTHENTICATED: 'Incorrect username or password',
  FORBIDDEN: 'Too many login attempts. Please try again later.',
} as const;

export function loginFailure(error: unknown): string {
  if (!(error instanceof AppError)) return 'Please try again';
  return error.code === 'UNAUTHENTICATED' || error.code === 'FORBIDDEN' ? WORDS[error.code] : error.message;
}
