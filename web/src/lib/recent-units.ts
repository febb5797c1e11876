import { useSyncExternalStore } from 'react';

const KEY = 'watchkeep.recent-units';
/** Portal-3 section 9. The unit screens show the first 6 of them (DECISIONS). */
export const MOST_RECENT = 10;

export interface RecentUnit {
  UnitSerNum: string;
  UnitModel: string;
}

/** `units` with `unit` at the front, once, and no more than are kept. */
export const withRecent = (units: readonly RecentUnit[], unit: RecentUnit): RecentUnit[] =>
  [unit, ...units.filter(({ UnitSerNum }) => UnitSerNum !== unit.UnitSerNum)].slice(0, MOST_RECENT);

/** The kept list; what is damaged or of another shape counts as empty. */
export function parseRecent(kept: string | null): readonly RecentUnit[] {
  try {
    const units: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(units) ? units.filter(isRecentUnit).slice(0, MOST_RECENT) : [];
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
let text: string | null = null;
let units: readonly RecentUnit[] = [];

/** The same array for the same text, as useSyncExternalStore asks for. */
function snapshot(): readonly RecentUnit[] {
  const kept = localStorage.getItem(KEY);
  if (kept !== text) {
    text = kept;
    units = parseRecent(kept);
  }
  return units;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Remembers on this machine that a unit was opened. */
export function rememberUnit(unit: RecentUnit) {
  localStorage.setItem(
    KEY,
    JSON.stringify(withRecent(snapshot(), { UnitSerNum: unit.UnitSerNum, UnitModel: unit.UnitModel })),
  );
  for (const listener of listeners) listener();
}

/** Forgets them all; a machine may change hands at a sign-out. */
export function forgetUnits() {
  localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

/** The units opened last on this machine, the latest first. */
export const useRecentUnits = (): readonly RecentUnit[] => useSyncExternalStore(subscribe, snapshot);
