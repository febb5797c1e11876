/** Lets few tasks with the same key run at once. The others wait for their turn, in order. */
export class Turns {
  readonly #atOnce: number;
  readonly #running = new Map<string, { count: number; readonly waiting: (() => void)[] }>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async take<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const turns = this.#running.get(key) ?? { count: 0, waiting: [] };
    this.#running.set(key, turns);
    if (turns.count < this.#atOnce) turns.count += 1;
    // Who ends a task passes its turn on, so the count stays.
    else await new Promise<void>((resolve) => turns.waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = turns.waiting.shift();
      if (next) next();
      else if (--turns.count === 0) this.#running.delete(key);
    }
  }
}
