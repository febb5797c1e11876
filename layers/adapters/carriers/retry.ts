import type { Clock } from './carrier.ts';
import { CarrierFailure } from './failure.ts';

const TRIES = 4;
const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 10_000;

interface Options {
  clock: Clock;
  /** A number from 0 to 1, so that those who were refused together do not come back together. */
  random?: () => number;
  /** Whether doing it twice is as good as once. Else only what surely was not done is tried again. */
  repeatable: boolean;
}

/** Tries up to four times, each pause twice as long as the last one or as long as the carrier wants. */
export async function withRetry<T>(attempt: () => Promise<T>, options: Options): Promise<T> {
  const { clock, random = Math.random, repeatable } = options;
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof CarrierFailure) || tried === TRIES || !worthAnother(error, repeatable)) throw error;
      const pause = FIRST_PAUSE * 2 ** (tried - 1) * (0.5 + random() / 2);
      await clock.sleep(Math.min(Math.max(pause, error.retryAfter ?? 0), LONGEST_PAUSE));
    }
  }
}

const worthAnother = ({ kind }: CarrierFailure, repeatable: boolean) =>
  kind === 'busy' || (repeatable && (kind === 'silent' || kind === 'unreadable'));
