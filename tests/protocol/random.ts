/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `from` to `to`, both included. */
export const between = (random: () => number, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1));

/** One of the values. */
export const oneOf = <T>(random: () => number, values: readonly T[]): T =>
  values[between(random, 0, values.length - 1)]!;

/** `count` random bytes. */
export const someBytes = (random: () => number, count: number): Uint8Array =>
  Uint8Array.from({ length: count }, () => between(random, 0, 255));
