/** How often something may happen: `burst` times at once, `perMinute` times for ever. */
export interface Rate {
  readonly burst: number;
  readonly perMinute: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Limits the rate of something by its key. A key that was quiet for long takes no memory. */
export class TokenBuckets {
  readonly #burst: number;
  readonly #perMillisecond: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor({ burst, perMinute }: Rate) {
    this.#burst = burst;
    this.#perMillisecond = perMinute / 60_000;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** False if the key has used up its rate at `now`. */
  take(key: string, now: number): boolean {
    const bucket = this.#buckets.get(key);
    if (!bucket) {
      this.#buckets.set(key, { tokens: this.#burst - 1, at: now });
      return true;
    }
    bucket.tokens = this.#tokensOf(bucket, now);
    bucket.at = now;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  /** Leaves the key what it has, but no more than it has earned since `since`, and in any case `least`. */
  earnedSince(key: string, since: number, now: number, least = 0): void {
    const bucket = this.#buckets.get(key) ?? { tokens: this.#burst, at: now };
    const earned = (now - since) * this.#perMillisecond;
    this.#buckets.set(key, { tokens: Math.max(least, Math.min(this.#tokensOf(bucket, now), earned)), at: now });
  }

  /** Forgets the keys that have their whole burst again. */
  sweep(now: number): void {
    for (const [key, bucket] of this.#buckets)
      if (this.#tokensOf(bucket, now) >= this.#burst) this.#buckets.delete(key);
  }

  #tokensOf({ tokens, at }: Bucket, now: number): number {
    return Math.min(this.#burst, tokens + Math.max(0, now - at) * this.#perMillisecond);
  }
}
