import { createHash } from 'node:crypto';
import { FileImage } from '#bridge/downloads/file-image.ts';
import type { WaitingFile } from '#bridge/ports.ts';
import { BLOCK_BYTES } from '#core/ota/manifest.ts';

const BYTES = 1024 * 1024;

/** A megabyte, the same in every process. */
export const content = Buffer.from(Array.from({ length: BYTES }, (_, at) => (at * 31 + (at >> 8)) & 0xff));

export const file: WaitingFile = {
  ...{ purpose: 'firmware', location: 'bench.bin', bytes: BYTES, blockBytes: BLOCK_BYTES },
  sha256: createHash('sha256').update(content).digest(),
};

/** The frames in which a bridge sends it. */
export const image = await FileImage.load(file, async (take) => take(content));
