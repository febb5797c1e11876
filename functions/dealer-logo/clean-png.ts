import { crc32, inflateSync } from 'node:zlib';
import { LOGO_LIMITS, NOT_A_LOGO } from '#core/dealer-logo/logo.ts';
import { AppError } from '#core/errors.ts';

/** https://www.w3.org/TR/png-3/#5PNG-file-signature */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The chunks of the picture. Texts, profiles and all other chunks are removed. */
const KEPT_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
/** Channels by colour type, https://www.w3.org/TR/png-3/#6Colour-values */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Chunk {
  type: string;
  data: Buffer;
  /** The chunk with its length and check sum. */
  whole: Buffer;
}

/**
 * Returns a PNG with only the checked chunks of the picture, and no bytes between or after them.
 * @throws AppError INVALID if the file is no PNG, is too large, or has another number of pixels than its header states
 */
export function cleanPng(file: Buffer): Buffer {
  if (file.length > LOGO_LIMITS.bytes) throw refused(`A logo has at most ${LOGO_LIMITS.bytes / 1024} KB`);
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw refused(NOT_A_LOGO);
  const chunks = chunksOf(file).filter(({ type }) => KEPT_CHUNKS.includes(type));
  const [header] = chunks;
  if (header?.type !== 'IHDR' || header.data.length !== 13 || chunks.at(-1)?.type !== 'IEND') throw damaged();
  const expected = pixelBytes(header.data);
  const pixels = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  if (inflatedLength(pixels, expected) !== expected) throw damaged();
  return Buffer.concat([SIGNATURE, ...chunks.map(({ whole }) => whole)]);
}

function chunksOf(file: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at + 12 <= file.length; ) {
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) throw damaged();
    const whole = file.subarray(at, end);
    if (crc32(whole.subarray(4, -4)) !== whole.readUInt32BE(whole.length - 4)) throw damaged();
    const type = whole.toString('latin1', 4, 8);
    chunks.push({ type, data: whole.subarray(8, -4), whole });
    if (type === 'IEND') break;
    at = end;
  }
  return chunks;
}

/** The size of the uncompressed pixels in bytes. Each row has a filter byte before it. */
function pixelBytes(header: Buffer): number {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, colourType, , , interlaced] = header.subarray(8);
  const channels = CHANNELS[colourType!];
  if (!channels || depth! > 16 || interlaced !== 0 || width === 0 || height === 0) throw refused(NOT_A_LOGO);
  if (width > LOGO_LIMITS.width || height > LOGO_LIMITS.height)
    throw refused(`A logo has at most ${LOGO_LIMITS.width} by ${LOGO_LIMITS.height} pixels`);
  return height * (1 + Math.ceil((width * channels * depth!) / 8));
}

function inflatedLength(compressed: Buffer, most: number): number {
  try {
    return inflateSync(compressed, { maxOutputLength: most }).length;
  } catch {
    throw damaged();
  }
}

const refused = (message: string) => new AppError('INVALID', message, [{ path: 'logo', message }]);
const damaged = () => refused('The picture is damaged');
