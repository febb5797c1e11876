import type { Clock } from './carrier.ts';
import { CarrierFailure } from './failure.ts';

const TRIES = 4;
const FIRST_PAUSE_MS = 400;
const MAX_PAUSE_MS = 10_000;
/** A try takes 10 s at most, so all tries of a call end within 22 s. A request to the portal has 29 s (API Gateway). */
const LAST_TRY_AFTER_MS = 12_000;

interface Options {
  clock: Clock;
  /** A number from 0 to 1, so that callers that were refused together do not retry together. */
  random?: () => number;
  /** True if the call is idempotent. Other calls are retried only if the carrier refused them as too many. */
  repeatable: boolean;
}

/**
 * Tries up to four times, and begins no try later than 12 s after the first. Each pause is twice the last one, or longer if the
 * carrier asks for it.
 */
export async function withRetry<T>(attempt: () => Promise<T>, options: Options): Promise<T> {
  const { clock, random = Math.random, repeatable } = options;
  const began = clock.now();
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof CarrierFailure) || tried === TRIES || !isRetryable(error, repeatable)) throw error;
      const pause = FIRST_PAUSE_MS * 2 ** (tried - 1) * (0.5 + random() / 2);
      const wait = Math.min(Math.max(pause, error.retryAfter ?? 0), MAX_PAUSE_MS);
      if (clock.now() + wait - began > LAST_TRY_AFTER_MS) throw error;
      await clock.sleep(wait);
    }
  }
}

const isRetryable = ({ kind }: CarrierFailure, repeatable: boolean) =>
  kind === 'busy' || (repeatable && (kind === 'silent' || kind === 'unreadable'));
