/** Random numbers that repeat: one seed gives the same fleet on every machine (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    /** A whole number from `low` to `high`, both included. */
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability: number) => next() < probability,
    pick: <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)]!,
    digits: (count: number) => Array.from({ length: count }, () => Math.floor(next() * 10)).join(''),
  };
}

export type Random = ReturnType<typeof seededRandom>;
