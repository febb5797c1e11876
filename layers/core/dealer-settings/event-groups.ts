import { nameSkeleton } from '../name-skeleton.ts';
import { invalid, mergeNames, type NameList, splitNames, withName, withoutName } from './name-list.ts';

/** The group that every dealer has. */
export const EVENTS_GROUP = 'Events';
export const GROUP_TAKEN = 'Group name already exists';
export const EVENTS_STAYS = 'The group Events cannot be deleted';
const MAX_GROUP_LENGTH = 40;
const MAX_GROUPS = 100;

/** The event groups of a dealer (`CategoryNames`). */
export const EVENT_GROUPS: NameList = {
  field: 'CategoryNames',
  most: MAX_GROUPS,
  taken: GROUP_TAKEN,
  normalise(typed) {
    const name = typed.trim().replace(/\s+/g, ' ');
    if (name === '') throw invalid('CategoryNames', 'A group needs a name');
    if (name.includes(',')) throw invalid('CategoryNames', 'A group name has no comma');
    if (name.length > MAX_GROUP_LENGTH) throw invalid('CategoryNames', `At most ${MAX_GROUP_LENGTH} characters`);
    return name;
  },
};

/** Returns the groups with Events first. Events always exists. */
export const withEvents = (groups: readonly string[]): string[] => [EVENTS_GROUP, ...withoutName(groups, EVENTS_GROUP)];

export const addGroup = (groups: readonly string[], name: string) => withName(EVENT_GROUPS, withEvents(groups), name);

export function removeGroup(groups: readonly string[], name: string): string[] {
  if (nameSkeleton(name) === nameSkeleton(EVENTS_GROUP)) throw invalid('CategoryNames', EVENTS_STAYS);
  return withoutName(withEvents(groups), name);
}

/**
 * The names that a category of events can have besides its own, if its dealer sorts events by group: the groups without a category yet. Undefined if people type
 * the name.
 */
export function offeredCategories(
  dealer: { CategoryNames: string; UseCategory: 0 | 1 } | undefined,
  taken: readonly string[],
): string[] | undefined {
  if (dealer?.UseCategory !== 1) return;
  return taken.reduce(withoutName, withEvents(splitNames(dealer.CategoryNames)));
}

/** Merges a change from `old` to the current groups. Throws if it deletes Events. */
export function mergeGroups(current: readonly string[], old: readonly string[], wanted: readonly string[]): string[] {
  if (!wanted.some((name) => name.trim() === EVENTS_GROUP)) throw invalid('CategoryNames', EVENTS_STAYS);
  return withEvents(mergeNames(EVENT_GROUPS, withEvents(current), withEvents(old), wanted));
}
