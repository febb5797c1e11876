import type { Clock } from './carrier.ts';
import { CarrierFailure } from './failure.ts';

const TRIES = 4;
const FIRST_PAUSE_MS = 400;
const MAX_PAUSE_MS = 10_000;

interface Options {
  clock: Clock;
  /** A number from 0 to 1, so that callers that were refused together do not retry together. */
  random?: () => number;
  /** True if the call is idempotent. Other calls are retried only if the carrier refused them as too many. */
  repeatable: boolean;
}

/** Tries up to four times. Each pause is twice the last one, or longer if the carrier asks for it. */
export async function withRetry<T>(attempt: () => Promise<T>, options: Options): Promise<T> {
  const { clock, random = Math.random, repeatable } = options;
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof CarrierFailure) || tried === TRIES || !isRetryable(error, repeatable)) throw error;
      const pause = FIRST_PAUSE_MS * 2 ** (tried - 1) * (0.5 + random() / 2);
      await clock.sleep(Math.min(Math.max(pause, error.retryAfter ?? 0), MAX_PAUSE_MS));
    }
  }
}

const isRetryable = ({ kind }: CarrierFailure, repeatable: boolean) =>
  kind === 'busy' || (repeatable && (kind === 'silent' || kind === 'unreadable'));
