import { createHash } from 'node:crypto';

/** Two places for the unit's own firmware: it runs from one while the other is written. */
export type Slot = 0 | 1;
export const otherSlot = (slot: Slot): Slot => (slot === 0 ? 1 : 0);

/** What a slot has: a whole file whose digest was right. */
export interface Installed {
  readonly version: string;
  readonly bytes: number;
  readonly sha256: Uint8Array;
  readonly oldestAllowed?: string | undefined;
}

/** A version that runs for the first time. It must reach the bridge within some starts. */
export interface Trial {
  readonly MessageKey: string;
  readonly startsLeft: number;
}

/** How far the file in the other slot is. */
export interface Partial {
  readonly MessageKey: string;
  readonly manifest: Uint8Array;
  /** Blocks that are written. */
  readonly written: number;
}

/** Each of them is written whole or not at all. */
export interface Records {
  boot: { readonly active: Slot; readonly trial?: Trial; readonly failed?: { MessageKey: string; version: string } };
  slot0: Installed | undefined;
  slot1: Installed | undefined;
  partial: Partial | undefined;
  /** The unit takes no version below this one. */
  oldestAllowed: string | undefined;
}

/** The permanent memory of a unit. `onWrite` is called before each write and in the middle of a long one: power may fail there. */
export class Flash {
  readonly #records: Records;
  readonly #content: [Buffer, Buffer] = [Buffer.alloc(0), Buffer.alloc(0)];
  readonly #onWrite: () => void;

  constructor(version: string, onWrite: () => void = () => {}) {
    this.#onWrite = onWrite;
    const factory = { version, bytes: 0, sha256: digestOf(Buffer.alloc(0)) };
    this.#records = {
      boot: { active: 0 },
      slot0: factory,
      slot1: undefined,
      partial: undefined,
      oldestAllowed: undefined,
    };
  }

  read<Name extends keyof Records>(name: Name): Records[Name] {
    return this.#records[name];
  }

  write<Name extends keyof Records>(name: Name, value: Records[Name]): void {
    this.#onWrite();
    this.#records[name] = value;
  }

  installed(slot: Slot): Installed | undefined {
    return this.read(`slot${slot}`);
  }

  /** Makes room for a file in the slot. What it had is gone. */
  erase(slot: Slot, bytes: number): void {
    this.write(`slot${slot}`, undefined);
    this.#onWrite();
    this.#content[slot] = Buffer.alloc(bytes);
  }

  /** Writes a part of a file. If power fails in the middle, half of it is written. */
  put(slot: Slot, at: number, data: Uint8Array): void {
    this.#onWrite();
    const half = data.length >> 1;
    this.#content[slot].set(data.subarray(0, half), at);
    this.#onWrite();
    this.#content[slot].set(data.subarray(half), at + half);
  }

  digest(slot: Slot): Buffer {
    return digestOf(this.#content[slot]);
  }

  content(slot: Slot): Buffer {
    return this.#content[slot];
  }
}

const digestOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
