import type { Random } from '#scripts/seed/random.ts';
import type { UnitFault } from './faults.ts';

/** Each fault happens to one frame in ten. */
const SHARE = 0.1;
const SLOWEST_SECONDS = 5;
/** A frame that waits for another one goes alone after this time. */
const ALONE_AFTER_SECONDS = 2;

/** The part of a socket that a line needs. */
export interface Target {
  readonly destroyed: boolean;
  write(bytes: Uint8Array): unknown;
}

interface LineOptions {
  readonly faults: readonly UnitFault[];
  readonly random: Pick<Random, 'chance' | 'next' | 'between'>;
  /** The factor by which waits are shorter than in real time. */
  readonly speed: number;
}

/** Sends the frames of a unit as a bad line does: late, never, twice, in another order, or damaged. */
export class FaultyLine {
  readonly #options: LineOptions;
  /** Frames that have not arrived, the oldest first. */
  readonly #underWay: { target: Target; frame: Uint8Array; late: number }[] = [];
  #held: { target: Target; frame: Uint8Array; timer: NodeJS.Timeout } | undefined;

  constructor(options: LineOptions) {
    this.#options = options;
  }

  send(target: Target, frame: Uint8Array): void {
    if (this.#happens('lost')) return;
    const sent = this.#happens('wrong-crc') ? this.#damaged(frame) : frame;
    const held = this.#held;
    if (!held && this.#happens('reordered')) {
      this.#hold(target, sent);
      return;
    }
    this.#carry(target, sent);
    if (this.#happens('duplicate')) this.#carry(target, sent);
    if (held) this.#release();
  }

  #happens(fault: UnitFault): boolean {
    const { faults, random } = this.#options;
    return faults.includes(fault) && random.chance(SHARE);
  }

  #hold(target: Target, frame: Uint8Array): void {
    const timer = setTimeout(() => this.#release(), (ALONE_AFTER_SECONDS * 1000) / this.#options.speed);
    this.#held = { target, frame, timer };
  }

  #release(): void {
    if (!this.#held) return;
    const { target, frame, timer } = this.#held;
    clearTimeout(timer);
    this.#held = undefined;
    this.#carry(target, frame);
  }

  #carry(target: Target, frame: Uint8Array): void {
    const { random, speed } = this.#options;
    const late = this.#happens('slow') ? (random.next() * SLOWEST_SECONDS * 1000) / speed : 0;
    this.#underWay.push({ target, frame, late });
    if (this.#underWay.length === 1) this.#arrive();
  }

  /** One after the other: a frame does not overtake a slow one. */
  #arrive(): void {
    for (let next = this.#underWay[0]; next; next = this.#underWay[0]) {
      if (next.late > 0) {
        setTimeout(() => this.#arrive(), next.late);
        next.late = 0;
        return;
      }
      this.#underWay.shift();
      // A frame of a connection that has ended meanwhile is lost.
      if (!next.target.destroyed) next.target.write(next.frame);
    }
  }

  /** One bit arrives wrong. */
  #damaged(frame: Uint8Array): Uint8Array {
    const copy = frame.slice();
    copy[this.#options.random.between(2, copy.length - 1)]! ^= 1;
    return copy;
  }
}
