import { crc32 } from 'node:zlib';
import { blockCount, MAX_BLOCKS_ASKED } from '#core/ota/manifest.ts';
import type { AskBlocks, Block } from '#core/unit-messages/download-messages.ts';

interface File {
  readonly MessageKey: string;
  readonly bytes: number;
  readonly blockBytes: number;
}

/** Takes the blocks of a file in their order. A block that does not come, or is damaged, is asked for again. */
export class BlockReader {
  readonly #file: File;
  readonly #blocks: number;
  readonly #put: (at: number, data: Uint8Array) => void;
  #written: number;
  /** The last block of the present question. */
  #askedTo = 0;

  constructor(file: File, put: (at: number, data: Uint8Array) => void, written = 0) {
    this.#file = file;
    this.#blocks = blockCount(file);
    this.#put = put;
    this.#written = written;
  }

  get written(): number {
    return this.#written;
  }

  get blocks(): number {
    return this.#blocks;
  }

  get isDone(): boolean {
    return this.#written === this.#blocks;
  }

  /** All blocks of the present question have come. */
  get hasAnswer(): boolean {
    return this.#written >= this.#askedTo;
  }

  next(): AskBlocks {
    const blocks = Math.min(MAX_BLOCKS_ASKED, this.#blocks - this.#written);
    this.#askedTo = this.#written + blocks;
    return { type: 'askBlocks', MessageKey: this.#file.MessageKey, firstBlock: this.#written + 1, blocks };
  }

  /** False if it is not the next block, or is damaged. */
  take({ block, crc32: checksum, data }: Block): boolean {
    const { bytes, blockBytes } = this.#file;
    if (block !== this.#written + 1 || block > this.#blocks) return false;
    const at = (block - 1) * blockBytes;
    if (data.length !== Math.min(blockBytes, bytes - at) || crc32(data) !== checksum) return false;
    this.#put(at, data);
    this.#written = block;
    return true;
  }
}
