const running = new Map<string, Promise<unknown>>();

/**
 * Runs something once per `key`, such as the use of a one-time token. React mounts every screen twice in development.
 */
export function once<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const known = running.get(key) as Promise<Result> | undefined;
  if (known) return known;
  const result = work();
  running.set(key, result);
  return result;
}
