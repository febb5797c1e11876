import type { DownMessage } from '#core/unit-messages/session.ts';
import { CRC_BYTES, HEADER_BYTES, sealFrame } from '#protocol/frames.ts';
import { down } from '#protocol/models.ts';

const EMPTY_FRAME_BYTES = HEADER_BYTES + CRC_BYTES;
const RECEIVED = down.kinds.find((kind) => kind.type === 'received')!.frameType;

/** The answers to one batch of frames, in their order, written in one piece. */
export class Answers {
  /** A sequence number to acknowledge, or a whole frame. */
  readonly #parts: (number | Uint8Array)[] = [];
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** Acknowledges the report with this sequence number. */
  received(sequence: number): void {
    this.#parts.push(sequence);
    this.#bytes += EMPTY_FRAME_BYTES;
  }

  add(message: DownMessage, sequence: number): void {
    const frame = down.encode(message, sequence);
    this.#parts.push(frame);
    this.#bytes += frame.length;
  }

  toBytes(): Uint8Array {
    const bytes = Buffer.allocUnsafe(this.#bytes);
    let at = 0;
    for (const part of this.#parts) {
      if (typeof part === 'number') at += sealFrame(bytes, RECEIVED, part, 0, at);
      else {
        bytes.set(part, at);
        at += part.length;
      }
    }
    return bytes;
  }
}
