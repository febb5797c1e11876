/** When something is due, by its name; milliseconds since 1970. */
export type Timers<Name extends string> = Readonly<Partial<Record<Name, number>>>;

export const withTimer = <Name extends string>(timers: Timers<Name>, name: Name, at: number): Timers<Name> => ({
  ...timers,
  [name]: at,
});

export function withoutTimers<Name extends string>(timers: Timers<Name>, ...names: readonly Name[]): Timers<Name> {
  const rest: Partial<Record<Name, number>> = { ...timers };
  for (const name of names) delete rest[name];
  return rest;
}

/** The names that are due at `now`, the earliest first. */
export const dueTimers = <Name extends string>(timers: Timers<Name>, now: number): Name[] =>
  (Object.entries(timers) as [Name, number][])
    .filter(([, at]) => at <= now)
    .sort(([, left], [, right]) => left - right)
    .map(([name]) => name);

/** The moment at which the next of `moments` comes; undefined where there is none. */
export function earliest(moments: Iterable<number | undefined>): number | undefined {
  let found: number | undefined;
  for (const moment of moments) if (moment !== undefined && (found === undefined || moment < found)) found = moment;
  return found;
}
