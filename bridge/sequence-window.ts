/** The latest number and 32 below it: as many as a unit may have on the line, and one. */
const SLOTS = 33;

/** What is known of a report: never stored, stored, or another one was stored under its number. */
export type Acquaintance = 'new' | 'stored' | 'another';

/**
 * What of one boot is stored: the latest sequence numbers, each with the fingerprint of its frame, since a number alone does not tell a
 * report from another where a unit counts its boots wrongly. A number further below counts as new; storing a report again has no second
 * effect anyway.
 */
export class SequenceWindow {
  #highest = 0;
  /** A number and its fingerprint for each slot; made with the first report, since many units have nothing to say for long. */
  #slots: Uint32Array | undefined;

  /** `fingerprint` is an unsigned number of 32 bits. */
  find(sequence: number, fingerprint: number): Acquaintance {
    const at = slotOf(sequence);
    if (!this.#slots || this.#isTooOld(sequence) || this.#slots[at] !== sequence || sequence === 0) return 'new';
    return this.#slots[at + 1] === fingerprint ? 'stored' : 'another';
  }

  add(sequence: number, fingerprint: number): void {
    if (this.#isTooOld(sequence)) return;
    this.#slots ??= new Uint32Array(2 * SLOTS);
    const at = slotOf(sequence);
    this.#slots[at] = sequence;
    this.#slots[at + 1] = fingerprint;
    this.#highest = Math.max(this.#highest, sequence);
  }

  #isTooOld(sequence: number): boolean {
    return sequence <= this.#highest - SLOTS;
  }
}

const slotOf = (sequence: number) => 2 * (sequence % SLOTS);
