import type { Clock } from '../clock.ts';

/** A bucket of tokens that fills at the given rate and holds one second's worth. */
export function rateLimit(perSecond: number, clock: Clock): () => boolean {
  let tokens = perSecond;
  let filledAt = clock.now();
  return () => {
    const now = clock.now();
    tokens = Math.min(perSecond, tokens + ((now - filledAt) / 1000) * perSecond);
    filledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
