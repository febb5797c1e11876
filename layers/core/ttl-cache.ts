/** Values by key, each until a time (milliseconds). At most `most` are kept: the one that was set first makes room. */
export class TtlCache<Value> {
  readonly #entries = new Map<string, { value: Value; until: number }>();
  readonly #most: number;

  constructor(most = 5_000) {
    this.#most = most;
  }

  /** The value of the key; undefined if there is none, or it has expired at `now`. */
  get(key: string, now: number): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry && entry.until <= now) this.#entries.delete(key);
    return entry && entry.until > now ? entry.value : undefined;
  }

  set(key: string, value: Value, until: number): void {
    this.#entries.delete(key);
    const [first] = this.#entries.keys();
    if (first !== undefined && this.#entries.size >= this.#most) this.#entries.delete(first);
    this.#entries.set(key, { value, until });
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
