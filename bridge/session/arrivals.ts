/** A login that is under way. */
export interface Arrival {
  readonly UnitSerNum: string;
  /** The highest fence at which the unit was taken meanwhile, by another bridge or another login here; 0 if none has. */
  newestFence: number;
}

/** The logins that are under way. A newer connection may take the unit before its login here has ended. */
export class Arrivals {
  readonly #open = new Set<Arrival>();

  /** Each call is followed by one of `end`. */
  begin(UnitSerNum: string): Arrival {
    const arrival = { UnitSerNum, newestFence: 0 };
    this.#open.add(arrival);
    return arrival;
  }

  end(arrival: Arrival): void {
    this.#open.delete(arrival);
  }

  taken(UnitSerNum: string, fence: number): void {
    for (const arrival of this.#open)
      if (arrival.UnitSerNum === UnitSerNum) arrival.newestFence = Math.max(arrival.newestFence, fence);
  }
}
