import type { Random } from '#scripts/seed/random.ts';

/** The timers of one unit, all in the unit's own time. */
export class Life {
  readonly random: Random;
  readonly #speed: number;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #bornAt = Date.now();
  #over = false;

  constructor(random: Random, speed: number) {
    this.random = random;
    this.#speed = speed;
  }

  /** Milliseconds of the unit's own time since it was made. */
  get age(): number {
    return (Date.now() - this.#bornAt) * this.#speed;
  }

  /** Runs work after this many seconds, unless the unit's life is over. */
  after(seconds: number, work: () => void): void {
    if (this.#over) return;
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        work();
      },
      Math.min((seconds * 1000) / this.#speed, 2 ** 31 - 1),
    );
    this.#timers.add(timer);
  }

  /** Repeats work after random waits that average this many seconds. */
  nowAndThen(seconds: number, work: () => void): void {
    this.after(-Math.log(1 - this.random.next()) * seconds, () => {
      work();
      this.nowAndThen(seconds, work);
    });
  }

  /** Repeats work at this interval, a tenth more or less. */
  regularly(seconds: number, work: () => void): void {
    this.after(seconds * (0.9 + 0.2 * this.random.next()), () => {
      work();
      this.regularly(seconds, work);
    });
  }

  end(): void {
    this.#over = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
