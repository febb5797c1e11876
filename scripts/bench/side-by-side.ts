/** The middle of the values; of an even number of them the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('There is no median of nothing');
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

interface Rounds {
  rounds: number;
  /** Rounds before those that count, for what becomes quick only with use. */
  warmUp?: number;
  /** No round begins after so many milliseconds, so that a slow machine takes fewer samples and not longer. */
  patience: number;
}

/** So many rounds are run however long they take: fewer tell nothing. */
const FEWEST = 5;

/**
 * Does the same work in several ways in turn, each round beginning with another one, so that whatever else the machine does
 * meanwhile falls on all alike. Returns each way's samples: what it resolves to, or the milliseconds that it took.
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

/** The median of one way's samples over another's. */
export const ratioOf = (samples: readonly number[], base: readonly number[]): number => median(samples) / median(base);
