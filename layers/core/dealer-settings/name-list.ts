import { AppError } from '../errors.ts';

/** A list of names in which none stands twice, and what is said where one would. */
export interface NameList {
  /** The field that holds it, for issues. */
  field: string;
  most: number;
  taken: string;
  /** The name as it is kept; throws where it cannot be one. */
  normalise(typed: string): string;
}

export const invalid = (field: string, message: string) => new AppError('INVALID', message, [{ path: field, message }]);
export const conflict = (field: string, message: string) =>
  new AppError('CONFLICT', message, [{ path: field, message }]);

const keyOf = (name: string) => name.toLowerCase();
const has = (names: readonly string[], name: string) => names.some((one) => keyOf(one) === keyOf(name));

/** The names with one more at their end; throws where it is among them already, whatever its case. */
export function withName(list: NameList, names: readonly string[], typed: string): string[] {
  const name = list.normalise(typed);
  if (has(names, name)) throw conflict(list.field, list.taken);
  if (names.length >= list.most) throw invalid(list.field, `At most ${list.most}`);
  return [...names, name];
}

export const withoutName = (names: readonly string[], name: string): string[] =>
  names.filter((one) => keyOf(one) !== keyOf(name));

/**
 * What somebody did to a list that they knew as `old`, done to the list as it is now: theirs are added and taken out, what
 * others did meanwhile stays. Throws where a name that they add is there already, or either list holds more than there can be.
 */
export function mergeNames(
  list: NameList,
  current: readonly string[],
  old: readonly string[],
  wanted: readonly string[],
): string[] {
  // Each name is compared with each, so what cannot be a list is refused before: ten thousand names would take half a minute.
  if (Math.max(old.length, wanted.length) > list.most) throw invalid(list.field, `At most ${list.most}`);
  const unbounded = { ...list, most: Number.POSITIVE_INFINITY };
  const once = wanted.reduce<string[]>((names, name) => withName(unbounded, names, name), []);
  const removed = old.filter((name) => !has(once, name));
  const kept = removed.reduce(withoutName, [...current]);
  return once.filter((name) => !has(old, name)).reduce((names, name) => withName(list, names, name), kept);
}

/** Lists travel as one text, their names parted by commas (portal-2 section 3); so no name has one. */
export const joined = (names: readonly string[]) => names.join(',');
export const parted = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
