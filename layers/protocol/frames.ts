import { crc16 } from './crc.ts';

/** Every frame begins with the ASCII letters "WK". */
const START_MARK = [0x57, 0x4b] as const;
export const PROTOCOL_VERSION = 1;
/** Start mark 2, version 1, payload length 2, type 1, sequence 4. */
export const HEADER_BYTES = 10;
export const CRC_BYTES = 2;
/** A frame without its payload. */
export const FRAME_BYTES = HEADER_BYTES + CRC_BYTES;
export const MAX_PAYLOAD_BYTES = 1024;
export const MAX_FRAME_BYTES = HEADER_BYTES + MAX_PAYLOAD_BYTES + CRC_BYTES;
export const MAX_SEQUENCE = 0xffffffff;

/**
 * One valid frame. It is a window into the received bytes (`bytes[start..end)` is the whole frame), not a copy:
 * code that keeps it beyond the handling of the frame copies it.
 */
export interface Frame {
  readonly version: number;
  readonly type: number;
  readonly sequence: number;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/**
 * Writes header and checksum around the payload at `target[at + HEADER_BYTES..]`.
 * Returns the length of the frame in bytes.
 */
export function sealFrame(target: Uint8Array, type: number, sequence: number, payloadBytes: number, at = 0): number {
  if (payloadBytes > MAX_PAYLOAD_BYTES) throw new RangeError(`A payload has at most ${MAX_PAYLOAD_BYTES} bytes`);
  target[at] = START_MARK[0];
  target[at + 1] = START_MARK[1];
  target[at + 2] = PROTOCOL_VERSION;
  target[at + 3] = payloadBytes >> 8;
  target[at + 4] = payloadBytes;
  target[at + 5] = type;
  target[at + 6] = sequence >>> 24;
  target[at + 7] = sequence >>> 16;
  target[at + 8] = sequence >>> 8;
  target[at + 9] = sequence;
  const end = at + HEADER_BYTES + payloadBytes;
  const crc = crc16(target, at + 2, end);
  target[end] = crc >> 8;
  target[end + 1] = crc;
  return HEADER_BYTES + payloadBytes + CRC_BYTES;
}

const readUint32 = (bytes: Uint8Array, at: number): number =>
  ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;

/**
 * Cuts a stream of bytes into frames. Work and memory are bounded: only the
 * beginning of an unfinished frame is copied, what is held never exceeds one frame, and nothing is held between frames.
 *
 * After garbage it finds the next start mark. A frame with a wrong checksum is dropped and counted, never answered, and
 * the search goes on right behind its start mark, because its length may be wrong. After `maxBadFrames` of those the
 * stream counts as broken and yields nothing more, which limits the work that a hostile sender can cause.
 */
export class FrameDecoder {
  /** Frames dropped for a wrong checksum. */
  badFrames = 0;
  /** Bytes that belonged to no frame. */
  skippedBytes = 0;
  readonly #maxBadFrames: number;
  /** The beginning of a frame that has not arrived whole; undefined between frames. */
  #held: Uint8Array | undefined;
  #heldBytes = 0;

  constructor(maxBadFrames = Number.POSITIVE_INFINITY) {
    this.#maxBadFrames = maxBadFrames;
  }

  /** True once there were too many bad frames; the connection should be closed. */
  get broken(): boolean {
    return this.badFrames >= this.#maxBadFrames;
  }

  /** Bytes kept until the rest of their frame arrives. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Takes the next bytes of the stream and returns the frames that they complete, in order. */
  push(chunk: Uint8Array): Frame[] {
    const frames: Frame[] = [];
    let from = 0;
    while (this.#held && from < chunk.length && !this.broken) from = this.#completeHeld(chunk, from, frames);
    if (from < chunk.length && !this.broken) {
      const rest = this.#scan(chunk, from, chunk.length, frames);
      if (rest < chunk.length) this.#hold(chunk, rest, chunk.length);
    }
    return frames;
  }

  /** Adds the next missing bytes to the held beginning; returns how far the chunk was used. */
  #completeHeld(chunk: Uint8Array, from: number, frames: Frame[]): number {
    const wanted = wantedBytes(this.#held!, this.#heldBytes);
    const used = Math.min(wanted - this.#heldBytes, chunk.length - from);
    const held = this.#grow(wanted);
    for (let i = 0; i < used; i++) held[this.#heldBytes + i] = chunk[from + i]!;
    this.#heldBytes += used;
    if (this.#heldBytes === wanted) {
      const bytes = this.#heldBytes;
      this.#release();
      const rest = this.#scan(held, 0, bytes, frames);
      if (rest < bytes) this.#hold(held, rest, bytes);
    }
    return from + used;
  }

  /** Reads frames out of `bytes[from..to)`; returns where the unfinished rest begins. */
  #scan(bytes: Uint8Array, from: number, to: number, frames: Frame[]): number {
    let at = from;
    while (at < to) {
      const mark = findMark(bytes, at, to);
      this.skippedBytes += mark - at;
      at = mark;
      if (to - at < HEADER_BYTES) return at;
      const payloadBytes = (bytes[at + 3]! << 8) | bytes[at + 4]!;
      if (bytes[at + 2] === 0 || payloadBytes > MAX_PAYLOAD_BYTES) {
        this.skippedBytes += 1;
        at += 1;
        continue;
      }
      const end = at + HEADER_BYTES + payloadBytes + CRC_BYTES;
      if (end > to) return at;
      if (crc16(bytes, at + 2, end - CRC_BYTES) !== ((bytes[end - 2]! << 8) | bytes[end - 1]!)) {
        this.badFrames += 1;
        if (this.broken) return to;
        this.skippedBytes += 1;
        at += 1;
        continue;
      }
      frames.push({
        version: bytes[at + 2]!,
        type: bytes[at + 5]!,
        sequence: readUint32(bytes, at + 6),
        bytes,
        start: at,
        end,
      });
      at = end;
    }
    return at;
  }

  #hold(bytes: Uint8Array, from: number, to: number): void {
    const rest = bytes.subarray(from, to);
    this.#held = new Uint8Array(wantedBytes(rest, rest.length));
    this.#held.set(rest);
    this.#heldBytes = rest.length;
  }

  #grow(wanted: number): Uint8Array {
    const held = this.#held!;
    if (held.length >= wanted) return held;
    const grown = new Uint8Array(wanted);
    grown.set(held.subarray(0, this.#heldBytes));
    this.#held = grown;
    return grown;
  }

  #release(): void {
    this.#held = undefined;
    this.#heldBytes = 0;
  }
}

/** The number of bytes that a held beginning needs next: its header, then the whole frame. */
function wantedBytes(held: Uint8Array, heldBytes: number): number {
  if (heldBytes < HEADER_BYTES) return HEADER_BYTES;
  return HEADER_BYTES + ((held[3]! << 8) | held[4]!) + CRC_BYTES;
}

/** The first position that begins, or at the very end may begin, a start mark. */
function findMark(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    if (bytes[at] === START_MARK[0] && (at + 1 === to || bytes[at + 1] === START_MARK[1])) return at;
  }
  return to;
}
