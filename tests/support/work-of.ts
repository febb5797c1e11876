import { median, sideBySide } from '#scripts/bench/side-by-side.ts';

/**
 * The median CPU time of each way, in microseconds. Unlike the time that passes, it does not depend on the load of the machine. Work
 * that the table and the stand-ins do is not in it.
 */
export async function workOf<Way extends string>(
  ways: Readonly<Record<Way, () => Promise<unknown>>>,
): Promise<Record<Way, number>> {
  const measured = Object.entries<() => Promise<unknown>>(ways).map(([name, way]) => [
    name,
    async () => {
      const before = process.cpuUsage();
      await way();
      const { user, system } = process.cpuUsage(before);
      return user + system;
    },
  ]);
  const samples = await sideBySide(Object.fromEntries(measured), { rounds: 31, warmUp: 3, patience: 20_000 });
  return Object.fromEntries(
    Object.entries(samples).map(([name, values]) => [name, median(values as number[])]),
  ) as Record<Way, number>;
}
