import { AppError, type ErrorCode } from '#core/errors.ts';
import { WORDS } from '../api/generic-words.ts';
import { RequestError } from '../api/request-error.ts';
import { TOAST_DURATION } from '../durations.ts';

export interface FailureToast {
  tone: 'warning' | 'danger';
  title: string;
  description: string;
  /** Milliseconds. */
  duration: number;
}

type Spoken = Exclude<ErrorCode, 'UNAUTHENTICATED'>;

/** The title of each failure. UNAUTHENTICATED has none: it leads to the login, which says why. */
const TITLES: Record<Spoken, { tone: FailureToast['tone']; title: string }> = {
  INVALID: { tone: 'warning', title: 'Invalid input' },
  FORBIDDEN: { tone: 'warning', title: 'Not allowed' },
  NOT_FOUND: { tone: 'warning', title: 'Not found' },
  CONFLICT: { tone: 'warning', title: 'It changed meanwhile' },
  TOO_LARGE: { tone: 'warning', title: 'Too large' },
  TOO_MANY: { tone: 'warning', title: 'Too many requests' },
  INTERNAL: { tone: 'danger', title: 'Something went wrong' },
  UNAVAILABLE: { tone: 'danger', title: 'Not available at the moment' },
};

/** The toast for a failure; undefined if the screen shows it elsewhere. The server's message goes first. */
export function toastFor(error: unknown): FailureToast | undefined {
  if (!(error instanceof AppError)) {
    return {
      tone: 'danger',
      title: 'That did not work',
      description: WORDS.ownFailure,
      duration: TOAST_DURATION.failure,
    };
  }
  if (error.code === 'UNAUTHENTICATED') return undefined;
  return { ...TITLES[error.code], description: sentenceOf(error), duration: TOAST_DURATION.failure };
}

const sentenceOf = (error: AppError) =>
  error.code === 'INTERNAL' && error instanceof RequestError
    ? `${error.message} (reference ${error.correlationId})`
    : error.message;
