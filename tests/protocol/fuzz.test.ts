import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { FrameDecoder, MAX_FRAME_BYTES, sealFrame } from '#protocol/frames.ts';
import { between, oneOf, seeded, someBytes } from './random.ts';
import { CODECS, someMessage } from './samples.ts';

const FRAMES = process.env.TEST_DEPTH === 'deep' ? 1_000_000 : 100_000;

/** Frames of every kind, to be damaged. */
const random = seeded(20261121);
const originals = CODECS.flatMap(({ name, codec }) =>
  codec.kinds.flatMap((kind) =>
    Array.from({ length: 6 }, () => codec.encode(someMessage(kind, name, random), between(random, 1, 9999))),
  ),
);

/** One damage at a time: a flipped bit, a changed byte, a cut, an insertion or a repetition. Half get a new checksum. */
function mutate(original: Uint8Array): Uint8Array {
  const bytes = original.slice();
  const at = between(random, 0, bytes.length - 1);
  switch (between(random, 0, 5)) {
    case 0:
      bytes[at]! ^= 1 << between(random, 0, 7);
      break;
    case 1:
      bytes[at] = oneOf(random, [0, 1, 0x57, 0x4b, 0x7f, 0x80, 0xfe, 0xff]);
      break;
    case 2:
      return bytes.subarray(0, at);
    case 3:
      return new Uint8Array([
        ...bytes.subarray(0, at),
        ...someBytes(random, between(random, 1, 40)),
        ...bytes.subarray(at),
      ]);
    case 4:
      return new Uint8Array([...bytes, ...bytes.subarray(at)]);
    default:
      bytes.copyWithin(at, between(random, 0, bytes.length - 1));
  }
  if (random() < 0.5 && bytes.length >= 12) sealFrame(bytes, bytes[5]!, at, bytes.length - 12);
  return bytes;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The memory of objects and buffers. On a busy machine V8 collects garbage late, so it is collected here. */
function bytesInUse(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe('hostile frames', () => {
  it(`crash neither decoder nor codecs, and leak no memory (${FRAMES} mutated frames)`, { timeout: 300_000 }, () => {
    const decoder = new FrameDecoder();
    let decoded = 0;
    let refused = 0;
    let inUse = 0;
    for (let count = 0; count < FRAMES; count++) {
      const frames = decoder.push(mutate(oneOf(random, originals)));
      // An assertion for each of a million would cost more than the work.
      if (decoder.heldBytes >= MAX_FRAME_BYTES) throw new Error(`${decoder.heldBytes} bytes are held`);
      for (const frame of frames) {
        for (const { codec } of CODECS) {
          const outcome = codec.decode(frame);
          if (outcome.ok) decoded++;
          else refused++;
        }
      }
      if (count === FRAMES / 4) inUse = bytesInUse();
    }
    expect(decoder.badFrames).toBeGreaterThan(FRAMES / 100);
    expect(decoded).toBeGreaterThan(FRAMES / 20);
    expect(refused).toBeGreaterThan(FRAMES / 20);
    expect(bytesInUse() - inUse).toBeLessThan(2 * 1024 * 1024);
  });

  it('that a codec accepts can be encoded again', () => {
    const decoder = new FrameDecoder();
    for (let count = 0; count < FRAMES / 100; count++) {
      for (const frame of decoder.push(mutate(oneOf(random, originals)))) {
        for (const { codec } of CODECS) {
          const outcome = codec.decode(frame);
          if (!outcome.ok) continue;
          const again = codec.decode(new FrameDecoder().push(codec.encode(outcome.message, frame.sequence))[0]!);
          expect(again).toEqual(outcome);
        }
      }
    }
  });

  it('cost work in proportion to their bytes: a stream of false headers is given up', () => {
    const header = Buffer.from('574b0104001000000001', 'hex');
    const stream = new Uint8Array(Buffer.concat(Array.from({ length: 100_000 }, () => header)));
    const decoder = new FrameDecoder(20);
    expect(decoder.push(stream)).toEqual([]);
    expect(decoder.broken).toBe(true);
    expect(decoder.badFrames).toBe(20);
  });

  it('in single bytes cost work in proportion to their bytes', () => {
    const decoder = new FrameDecoder();
    const frame = new Uint8Array(MAX_FRAME_BYTES);
    sealFrame(frame, 0x10, 1, MAX_FRAME_BYTES - 12);
    let read = 0;
    for (let round = 0; round < 200; round++)
      for (const byte of frame) read += decoder.push(Uint8Array.of(byte)).length;
    expect(read).toBe(200);
  });
});
