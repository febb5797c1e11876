import { logger } from '#platform/aws/observability.ts';

const AT_ONCE = 10;

/**
 * Runs each look-up once for its key, at most `most` of them and ten at a time. One beyond the limit, and one that fails, returns undefined.
 * Without a key it costs nothing and runs at once.
 */
export function sharedLookUps(most: number) {
  const found = new Map<string, Promise<unknown>>();
  const lanes = Array.from({ length: AT_ONCE }, (): Promise<unknown> => Promise.resolve());
  return <Found>(key: string | undefined, find: () => Promise<Found | undefined>): Promise<Found | undefined> => {
    if (key === undefined) return find();
    const known = found.get(key);
    if (known) return known as Promise<Found | undefined>;
    if (found.size >= most) return Promise.resolve(undefined);
    const lane = found.size % AT_ONCE;
    const running = lanes[lane]!.then(find).catch((error: unknown) => {
      logger.warn('A look-up of a place failed', error as Error);
      return undefined;
    });
    lanes[lane] = running;
    found.set(key, running);
    return running;
  };
}
