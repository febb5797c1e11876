import type { Random } from '#scripts/seed/random.ts';

const FULL = 100;
const LOW = 20;

/** A battery that drains and charges with time: percent per hour. */
export class Battery {
  charging: boolean;
  #percent: number;
  #asOf = 0;
  readonly #drain: number;
  readonly #charge: number;

  constructor(random: Random, { charging, drain, charge }: { charging: boolean; drain: number; charge: number }) {
    this.charging = charging;
    this.#percent = charging ? FULL - random.between(0, 8) : random.between(25, 95);
    this.#drain = drain;
    this.#charge = charge;
  }

  /** `age` in milliseconds of the unit's time. */
  percent(age: number): number {
    const hours = (age - this.#asOf) / 3_600_000;
    this.#asOf = age;
    const change = hours * (this.charging ? this.#charge : -this.#drain);
    this.#percent = Math.min(FULL, Math.max(1, this.#percent + change));
    return Math.round(this.#percent);
  }

  /** Nearly empty, and not charged. */
  runLow(age: number): void {
    this.percent(age);
    this.charging = false;
    this.#percent = LOW / 2;
  }

  isLow(age: number): boolean {
    return this.percent(age) < LOW;
  }

  /** Lithium cells hold about 3.5 V when empty and 4.2 V when full. */
  millivolts(age: number): number {
    return 3_500 + 7 * this.percent(age);
  }
}
