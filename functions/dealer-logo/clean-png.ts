import { crc32, inflateSync } from 'node:zlib';
import { LOGO_LIMITS, NOT_A_LOGO } from '#core/dealer-logo/logo.ts';
import { AppError } from '#core/errors.ts';

/** https://www.w3.org/TR/png-3/#5PNG-file-signature */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The chunks of the picture. Texts, profiles, animations and all other chunks are removed. */
const KEPT_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
/** The order of the kept chunks: each once, save the pixels (https://www.w3.org/TR/png-3/#5ChunkOrdering). */
const ORDER = /^IHDR (PLTE )?(tRNS )?(IDAT )+IEND$/;
/** Channels and bit depths by colour type, https://www.w3.org/TR/png-3/#table111 */
const COLOUR_TYPES: Readonly<Record<number, { channels: number; depths: readonly number[] }>> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};
const PALETTE = 3;

/** The answer of `inflateSync` with `info`, which its types leave out. `bytesWritten`: what it has read. */
interface Inflated {
  buffer: Buffer;
  engine: { bytesWritten: number };
}

interface Chunk {
  type: string;
  data: Buffer;
  /** The chunk with its length and check sum. */
  whole: Buffer;
}

/**
 * Returns a PNG with only the checked chunks of the picture, and no bytes between or after them.
 * @throws AppError INVALID if the file is no PNG, is too large, has chunks twice or in another order, or has another number of pixels
 * than its header states
 */
export function cleanPng(file: Buffer): Buffer {
  if (file.length > LOGO_LIMITS.bytes) throw refused(`A logo has at most ${LOGO_LIMITS.bytes / 1024} KB`);
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw refused(NOT_A_LOGO);
  const all = chunksOf(file);
  // A picture cannot be understood without all chunks whose name begins with a capital letter.
  if (all.some(({ type }) => /^[A-Z]/.test(type) && !KEPT_CHUNKS.includes(type))) throw damaged();
  const chunks = all.filter(({ type }) => KEPT_CHUNKS.includes(type));
  if (!ORDER.test(chunks.map(({ type }) => type).join(' '))) throw damaged();
  const dataOf = (wanted: string) => Buffer.concat(chunks.flatMap(({ type, data }) => (type === wanted ? [data] : [])));
  const header = dataOf('IHDR');
  if (header.length !== 13 || dataOf('IEND').length > 0) throw damaged();
  const expected = pixelBytes(header);
  if (!isPalette(dataOf('PLTE'), header[9] === PALETTE) || dataOf('tRNS').length > 256) throw damaged();
  if (inflatedLength(dataOf('IDAT'), expected) !== expected) throw damaged();
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
  const [depth, colourType, compression, filter, interlaced] = header.subarray(8);
  const colours = COLOUR_TYPES[colourType!];
  const isUsual = compression === 0 && filter === 0 && interlaced === 0 && width > 0 && height > 0;
  if (!colours?.depths.includes(depth!) || !isUsual) throw refused(NOT_A_LOGO);
  if (width > LOGO_LIMITS.width || height > LOGO_LIMITS.height)
    throw refused(`A logo has at most ${LOGO_LIMITS.width} by ${LOGO_LIMITS.height} pixels`);
  return height * (1 + Math.ceil((width * colours.channels * depth!) / 8));
}

/** True if a picture may have these colours; only a picture of type 3 needs some. */
const isPalette = ({ length }: Buffer, isNeeded: boolean) =>
  length % 3 === 0 && length <= 256 * 3 && (length > 0 || !isNeeded);

/** The length of what was compressed. Data after its end is refused, because it belongs to no picture. */
function inflatedLength(compressed: Buffer, most: number): number {
  try {
    const { buffer, engine } = inflateSync(compressed, { maxOutputLength: most, info: true }) as unknown as Inflated;
    return engine.bytesWritten === compressed.length ? buffer.length : Number.NaN;
  } catch {
    throw damaged();
  }
}

const refused = (message: string) => new AppError('INVALID', message, [{ path: 'logo', message }]);
const damaged = () => refused('The picture is damaged');
