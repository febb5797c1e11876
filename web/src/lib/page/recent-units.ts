import { useEffect, useSyncExternalStore } from 'react';
import type { SessionUser } from '#core/auth/session-user.ts';
import { UNIT_READERS } from '#core/units/access.ts';
import { useSession } from '../session/session.tsx';

const keyOf = (owner: string) => `watchkeep.recent-units.${owner}`;
/** Portal-3 section 9. The unit screens show the first 6 of them (DECISIONS). */
export const MAX_RECENT = 10;

export interface RecentUnit {
  UnitSerNum: string;
  UnitModel: string;
}

/** `units` with `unit` first, once, up to the limit. */
export const withRecent = (units: readonly RecentUnit[], unit: RecentUnit): RecentUnit[] =>
  [unit, ...units.filter(({ UnitSerNum }) => UnitSerNum !== unit.UnitSerNum)].slice(0, MAX_RECENT);

/** The stored list; a damaged one counts as empty. */
export function parseRecent(kept: string | null): readonly RecentUnit[] {
  try {
    const units: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(units) ? units.filter(isRecentUnit).slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

const isRecentUnit = (unit: unknown): unit is RecentUnit =>
  typeof unit === 'object' &&
  unit !== null &&
  'UnitSerNum' in unit &&
  typeof unit.UnitSerNum === 'string' &&
  'UnitModel' in unit &&
  typeof unit.UnitModel === 'string';

const listeners = new Set<() => void>();
const read = new Map<string, { text: string | null; units: readonly RecentUnit[] }>();

/** The list that this browser stores for `owner`. The same text gives the same array, as useSyncExternalStore requires. */
export function keptUnits(owner: string): readonly RecentUnit[] {
  const text = localStorage.getItem(keyOf(owner));
  const known = read.get(owner);
  if (known?.text === text) return known.units;
  const units = parseRecent(text);
  read.set(owner, { text, units });
  return units;
}

/** Stores for `owner` that a unit was opened. */
export function rememberUnit(owner: string, { UnitSerNum, UnitModel }: RecentUnit) {
  localStorage.setItem(keyOf(owner), JSON.stringify(withRecent(keptUnits(owner), { UnitSerNum, UnitModel })));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The owner of the list: one per user and dealer, so that nobody sees another's units. */
export const ownerOf = ({ user, dealer }: Pick<SessionUser, 'user' | 'dealer'>) => `${user}.${dealer}`;

const NONE: readonly RecentUnit[] = [];

/** The units that the user opened last in this browser, newest first. None for a user who may no longer open units. */
export function useRecentUnits(): readonly RecentUnit[] {
  const { user, may } = useSession();
  const owner = ownerOf(user);
  const kept = useSyncExternalStore(subscribe, () => keptUnits(owner));
  return may(UNIT_READERS) ? kept : NONE;
}

/** Adds a unit to the list after it has loaded. */
export function useRemembered(UnitSerNum: string, UnitModel: string | undefined) {
  const owner = ownerOf(useSession().user);
  useEffect(() => {
    if (UnitModel) rememberUnit(owner, { UnitSerNum, UnitModel });
  }, [owner, UnitSerNum, UnitModel]);
}
