import { consumedBy } from './consumed.ts';
import type { Finding } from './measure.ts';
import { ratioOf, sideBySide } from './side-by-side.ts';

const FLAT = { atMost: 1.2 };

interface Sized {
  /** `1,000 units`. */
  name: string;
  /** Asks the question of the data of this size. */
  ask: () => Promise<unknown>;
}

/** How the cost of a question grows with the data: latency and capacity of each size, compared with the first. */
export async function flatness(question: string, sizes: readonly Sized[], patience: number): Promise<Finding[]> {
  const consumed: number[] = [];
  for (const { ask } of sizes) {
    // Cached reads, such as the session, happen before: they are the same for every size.
    await ask();
    consumed.push(await consumedBy(ask));
  }
  const ways = sizes.map(({ name, ask }) => [name, () => ask().then(() => undefined)]);
  const samples = await sideBySide(Object.fromEntries(ways) as Record<string, () => Promise<undefined>>, {
    rounds: 100,
    warmUp: 20,
    patience,
  });
  const [base, ...larger] = sizes.map(({ name }) => name) as [string, ...string[]];
  return larger.flatMap((size, index) => {
    const against = `${question}, ${size} to ${base}`;
    return [
      {
        name: `${against}: latency`,
        value: ratioOf(samples[size]!, samples[base]!),
        unit: 'ratio' as const,
        target: FLAT,
        samples: samples[size]!.length,
      },
      {
        name: `${against}: consumed capacity`,
        value: consumed[index + 1]! / consumed[0]!,
        unit: 'ratio' as const,
        target: FLAT,
        samples: 1,
        detail: `${consumed[index + 1]} to ${consumed[0]} read units`,
      },
    ];
  });
}
