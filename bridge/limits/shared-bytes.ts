interface ByteLimits {
  /** What each one may hold, however much the others do. */
  readonly own: number;
  /** What all of them may hold together beyond that. */
  readonly shared: number;
}

/** Bounds the bytes that many connections keep waiting together: whoever floods takes the shared part, and the others still have their own. */
export class SharedBytes {
  readonly #limits: ByteLimits;
  readonly #held = new Map<object, number>();
  #sharedBytes = 0;

  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  /** What is held in all. */
  get total(): number {
    return this.#held.values().reduce((total, bytes) => total + bytes, 0);
  }

  /** Replaces what one holds. False if there is no room: nothing changes. It always has room for less. */
  hold(one: object, bytes: number): boolean {
    const was = this.#held.get(one) ?? 0;
    const sharedBytes = this.#sharedBytes + this.#beyondOwn(bytes) - this.#beyondOwn(was);
    if (bytes > was && sharedBytes > this.#limits.shared) return false;
    this.#sharedBytes = sharedBytes;
    if (bytes > 0) this.#held.set(one, bytes);
    else this.#held.delete(one);
    return true;
  }

  #beyondOwn(bytes: number): number {
    return Math.max(0, bytes - this.#limits.own);
  }
}
