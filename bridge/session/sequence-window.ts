/** The latest number and the 32 below it: a unit may have 32 reports unacknowledged. */
const SLOTS = 33;

/** What is known of a report: never stored, stored, or another one was stored under its number. */
export type ReportState = 'new' | 'stored' | 'another';

/**
 * The latest stored sequence numbers of one boot, each with the fingerprint of its frame: a unit that counts its boots wrongly
 * uses a number twice. An older number counts as new, since storing a report again has no second effect.
 */
export class SequenceWindow {
  #highest = 0;
  /** A number and its fingerprint for each slot; made with the first report, since many units are silent for long. */
  #slots: Uint32Array | undefined;

  /** `fingerprint` is an unsigned number of 32 bits. */
  find(sequence: number, fingerprint: number): ReportState {
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
