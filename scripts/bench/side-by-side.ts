/** The median. Of an even number of values it is the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('The median needs at least one value');
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value that so large a share of all does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new RangeError('A percentile needs at least one value');
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

interface Rounds {
  rounds: number;
  /** Rounds before the measured ones, because code becomes faster with use. */
  warmUp?: number;
  /** No round starts after this many milliseconds, so a slow machine takes fewer samples in the same time. */
  patience: number;
}

/** The minimum of rounds, however long they take. */
const FEWEST = 5;

/**
 * Runs each way of doing the same work in turn, and starts each round with another way. So other load on the machine slows all ways
 * alike. Returns the samples of each way: its returned number, or its milliseconds.
 */
export async function sideBySide<Way extends string>(
  ways: Readonly<Record<Way, () => Promise<number | undefined>>>,
  { rounds, warmUp = 0, patience }: Rounds,
): Promise<Record<Way, number[]>> {
  const names = Object.keys(ways) as Way[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Way, number[]>;
  const end = performance.now() + patience;
  for (let round = -warmUp; round < rounds; round++) {
    if (round >= FEWEST && performance.now() > end) break;
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(turn + round + warmUp) % names.length]!;
      const begun = performance.now();
      const told = await ways[name]();
      const sample = told ?? performance.now() - begun;
      if (round >= 0) samples[name].push(sample);
    }
  }
  return samples;
}

/** The ratio of the medians of two ways. */
export const ratioOf = (samples: readonly number[], base: readonly number[]): number => median(samples) / median(base);
