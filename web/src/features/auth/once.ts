const running = new Map<string, Promise<unknown>>();

/**
 * Runs something that must not be done twice, such as using up a token: development mounts every screen twice.
 * `key` tells what is the same.
 */
export function once<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const known = running.get(key) as Promise<Result> | undefined;
  if (known) return known;
  const result = work();
  running.set(key, result);
  return result;
}
