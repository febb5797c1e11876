import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { blockCount } from '#core/ota/manifest.ts';
import { down } from '#protocol/models.ts';
import type { WaitingFile } from '../ports.ts';
import { UnusableFile } from './unusable-file.ts';

const CHANGED = 'The file is not the one that was checked';
/** Start mark to checksum, and the other fields of a block. */
const MOST_AROUND_A_BLOCK = 32;

/** The frames of all blocks of a file, made once: they are the same for every unit. */
export class FileImage {
  readonly blocks: number;
  readonly #frames: Uint8Array;
  /** Where each frame begins, and where the last one ends. */
  readonly #starts: Uint32Array;

  private constructor(frames: Uint8Array, starts: Uint32Array) {
    this.#frames = frames;
    this.#starts = starts;
    this.blocks = starts.length - 1;
  }

  /** The bytes that it holds. */
  get bytes(): number {
    return this.#frames.length;
  }

  /**
   * Reads a file piece by piece. Each piece becomes frames as it arrives, so that a large file does not keep units waiting. Throws UnusableFile if the file
   * is not the one that is expected.
   */
  static async load(
    { bytes, blockBytes, sha256 }: Pick<WaitingFile, 'bytes' | 'blockBytes' | 'sha256'>,
    read: (take: (piece: Uint8Array) => void) => Promise<void>,
  ): Promise<FileImage> {
    const count = blockCount({ bytes, blockBytes });
    const frames = new Uint8Array(bytes + count * MOST_AROUND_A_BLOCK);
    const starts = new Uint32Array(count + 1);
    const hash = createHash('sha256');
    const held = new Uint8Array(blockBytes);
    let heldBytes = 0;
    let block = 0;
    let taken = 0;

    function seal(): void {
      const data = held.subarray(0, heldBytes);
      const frame = down.encode({ type: 'block', block: block + 1, crc32: crc32(data), data }, block + 1);
      frames.set(frame, starts[block]);
      starts[block + 1] = starts[block]! + frame.length;
      block += 1;
      heldBytes = 0;
    }

    await read((piece) => {
      taken += piece.length;
      if (taken > bytes) throw new UnusableFile(CHANGED);
      hash.update(piece);
      for (let at = 0; at < piece.length; ) {
        const part = piece.subarray(at, at + blockBytes - heldBytes);
        held.set(part, heldBytes);
        heldBytes += part.length;
        at += part.length;
        if (heldBytes === blockBytes) seal();
      }
    });
    if (heldBytes > 0) seal();
    if (taken !== bytes || !hash.digest().equals(sha256)) throw new UnusableFile(CHANGED);
    return new FileImage(frames.subarray(0, starts[count]), starts);
  }

  /** The frames of at most `count` blocks from `first` on, side by side. */
  framesOf(first: number, count: number): Uint8Array {
    const end = Math.min(first - 1 + count, this.blocks);
    return this.#frames.subarray(this.#starts[first - 1], this.#starts[end]);
  }
}
