import { AppError } from '../errors.ts';
import { isEqual } from '../is-equal.ts';
import { isVisible, NOT_VISIBLE, nameSkeleton } from '../name-skeleton.ts';

/** A list of unique names, and the message for a duplicate. */
export interface NameList {
  /** The name of its field, for issues. */
  field: string;
  most: number;
  taken: string;
  /** Returns the name in its stored form. Throws if it is invalid. */
  normalise(typed: string): string;
}

export const invalid = (field: string, message: string) => new AppError('INVALID', message, [{ path: field, message }]);
export const conflict = (field: string, message: string) =>
  new AppError('CONFLICT', message, [{ path: field, message }]);

const has = (names: readonly string[], name: string) => {
  const skeleton = nameSkeleton(name);
  return names.some((one) => nameSkeleton(one) === skeleton);
};

/** Appends a name. Throws if the list has one that looks like it. */
export function withName(list: NameList, names: readonly string[], typed: string): string[] {
  const name = list.normalise(typed);
  if (!isVisible(name)) throw invalid(list.field, NOT_VISIBLE);
  if (has(names, name)) throw conflict(list.field, list.taken);
  if (names.length >= list.most) throw invalid(list.field, `At most ${list.most}`);
  return [...names, name];
}

/** Removes exactly this name; without one, those that look like it. Names that look alike by now can be stored side by side. */
export const withoutName = (names: readonly string[], name: string): string[] => {
  if (names.includes(name)) return names.filter((one) => one !== name);
  const skeleton = nameSkeleton(name);
  return names.filter((one) => nameSkeleton(one) !== skeleton);
};

/**
 * Applies the difference between `old`, the list that the person saw, and their new list to the current list. Changes by others stay;
 * without any, the new list keeps its order, so that a removal can be undone.
 * Throws if an added name exists already, or if a list is too long.
 */
export function mergeNames(
  list: NameList,
  current: readonly string[],
  old: readonly string[],
  wanted: readonly string[],
): string[] {
  // Checked first: the comparison of each name with each takes half a minute for ten thousand names.
  if (Math.max(old.length, wanted.length) > list.most) throw invalid(list.field, `At most ${list.most}`);
  const unbounded = { ...list, most: Number.POSITIVE_INFINITY };
  const staying = wanted.filter((name) => old.includes(name));
  const once = wanted.reduce<string[]>((names, name) => {
    // Names that look alike by now stay side by side until one is removed.
    if (old.includes(name) && !names.includes(name)) return names.concat(name);
    if (has(staying, name)) throw conflict(list.field, list.taken);
    return withName(unbounded, names, name);
  }, []);
  if (isEqual(current, old)) return once;
  const changed = once.filter((name) => !old.includes(name));
  const removed = old.filter((name) => !once.includes(name) && !has(changed, name));
  const kept = current.filter((name) => !removed.includes(name));
  return changed.filter((name) => !has(old, name)).reduce((names, name) => withName(list, names, name), kept);
}

/** A list is sent as one text, separated by commas (portal-2 section 3). So no name contains one. */
export const joinNames = (names: readonly string[]) => names.join(',');
export const splitNames = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
