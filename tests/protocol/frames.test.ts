import { describe, expect, it } from 'vitest';
import { type Frame, FrameDecoder, MAX_FRAME_BYTES, MAX_PAYLOAD_BYTES } from '#protocol/frames.ts';
import { encodeFrame, payloadOf } from '#support/frames.ts';
import { between, seeded, someBytes } from './random.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const bytesOf = (text: string) => Buffer.from(text, 'hex');
const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const contents = (frames: Frame[]) => frames.map((frame) => [frame.type, frame.sequence, hex(payloadOf(frame))]);

const first = encodeFrame(0x10, 1, bytesOf('0102a1b2'));
const second = encodeFrame(0x84, 0xfffffffe);
const third = encodeFrame(0x12, 3, new Uint8Array(MAX_PAYLOAD_BYTES).fill(0x57));
const ALL = [
  [0x10, 1, '0102a1b2'],
  [0x84, 0xfffffffe, ''],
  [0x12, 3, '57'.repeat(MAX_PAYLOAD_BYTES)],
];

/** `first` with a changed payload and its old checksum. */
const damaged = () => {
  const frame = first.slice();
  frame[11]! ^= 0x40;
  return frame;
};

describe('frames', () => {
  it('have the documented bytes', () => {
    expect(hex(first)).toBe(`574b01000410000000010102a1b2${hex(first.subarray(-2))}`);
    expect(second).toHaveLength(12);
    expect(third).toHaveLength(MAX_FRAME_BYTES);
  });

  it('are read one after the other from one chunk', () => {
    expect(contents(new FrameDecoder().push(join(first, second, third)))).toEqual(ALL);
  });

  it('are the same however the stream is cut', () => {
    const stream = join(bytesOf('00ff57'), first, bytesOf('574b'), second, third);
    for (let cut = 1; cut < 40; cut++) {
      const decoder = new FrameDecoder();
      const frames: unknown[] = [];
      for (let at = 0; at < stream.length; at += cut)
        frames.push(...contents(decoder.push(stream.subarray(at, at + cut))));
      expect(frames).toEqual(ALL);
      expect(decoder.skippedBytes).toBe(5);
      expect(decoder.heldBytes).toBe(0);
    }
  });

  it('are the same for random cuts', () => {
    const random = seeded(7);
    const stream = join(
      ...Array.from({ length: 50 }, (_, i) => encodeFrame(0x10, i, someBytes(random, between(random, 0, 90)))),
    );
    const whole = contents(new FrameDecoder().push(stream));
    expect(whole).toHaveLength(50);
    for (let round = 0; round < 200; round++) {
      const decoder = new FrameDecoder();
      const frames: unknown[] = [];
      for (let at = 0; at < stream.length; ) {
        const size = between(random, 1, 300);
        frames.push(...contents(decoder.push(stream.subarray(at, at + size))));
        at += size;
      }
      expect(frames).toEqual(whole);
    }
  });

  it('are found again after invalid bytes', () => {
    const decoder = new FrameDecoder();
    expect(contents(decoder.push(join(bytesOf('deadbeef574b'), first, bytesOf('4b57'), second)))).toEqual(
      ALL.slice(0, 2),
    );
    expect(decoder.skippedBytes).toBe(8);
    expect(decoder.badFrames).toBe(0);
  });

  it('with a wrong checksum are dropped and counted, and the next one is read', () => {
    const decoder = new FrameDecoder();
    expect(contents(decoder.push(join(damaged(), second)))).toEqual([ALL[1]]);
    expect(decoder.badFrames).toBe(1);
  });

  it('inside the length of a damaged header are not lost', () => {
    const header = bytesOf('574b0102001000000009');
    const decoder = new FrameDecoder();
    expect(contents(decoder.push(join(header, first, second, new Uint8Array(600))))).toEqual(ALL.slice(0, 2));
    expect(decoder.badFrames).toBe(1);
  });

  it('inside the length of a damaged header are not lost when they arrive byte by byte', () => {
    const stream = join(bytesOf('574b0102001000000009'), first, second, new Uint8Array(600));
    const decoder = new FrameDecoder();
    const frames: Frame[] = [];
    for (const byte of stream) frames.push(...decoder.push(Uint8Array.of(byte)));
    expect(contents(frames)).toEqual(ALL.slice(0, 2));
  });

  it('of version 0 or above the maximum length are invalid bytes', () => {
    const zero = first.slice();
    zero[2] = 0;
    const long = first.slice();
    long[3] = 0x04;
    long[4] = 0x01;
    const decoder = new FrameDecoder();
    expect(contents(decoder.push(join(zero, long, second)))).toEqual([ALL[1]]);
    expect(decoder.badFrames).toBe(0);
  });

  it('use memory for at most one frame, and none between frames', () => {
    const decoder = new FrameDecoder();
    for (let at = 0; at < third.length - 1; at++) {
      decoder.push(third.subarray(at, at + 1));
      expect(decoder.heldBytes).toBe(at + 1);
    }
    decoder.push(third.subarray(third.length - 1));
    expect(decoder.heldBytes).toBe(0);
  });

  it('are not read any more after too many bad ones', () => {
    const decoder = new FrameDecoder(3);
    expect(contents(decoder.push(join(first, damaged(), damaged(), first)))).toEqual([ALL[0], ALL[0]]);
    expect(decoder.broken).toBe(false);
    expect(decoder.push(join(damaged(), first))).toEqual([]);
    expect(decoder.broken).toBe(true);
    expect(decoder.push(first)).toEqual([]);
  });

  it('never exceed the maximum length', () => {
    expect(() => encodeFrame(0x10, 1, new Uint8Array(MAX_PAYLOAD_BYTES + 1))).toThrow(RangeError);
  });
});
