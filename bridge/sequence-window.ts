const WINDOW = 32;

/**
 * Which of the latest sequence numbers of one boot are stored, in two numbers: the highest, and a bit for each of the 32
 * below it. A number further below counts as not stored; storing it again has no second effect anyway.
 */
export class SequenceWindow {
  #highest = 0;
  #below = 0;

  has(sequence: number): boolean {
    const distance = this.#highest - sequence;
    if (distance < 0 || distance > WINDOW) return false;
    return distance === 0 ? this.#highest > 0 : (this.#below & (1 << (distance - 1))) !== 0;
  }

  add(sequence: number): void {
    const distance = this.#highest - sequence;
    if (distance > 0) {
      if (distance <= WINDOW) this.#below |= 1 << (distance - 1);
      return;
    }
    if (distance === 0) return;
    const ahead = -distance;
    const moved = ahead < WINDOW ? this.#below << ahead : 0;
    const previous = this.#highest > 0 && ahead <= WINDOW ? 1 << (ahead - 1) : 0;
    this.#below = moved | previous;
    this.#highest = sequence;
  }
}
