import { useCallback, useSyncExternalStore } from 'react';

export type Density = 'comfortable' | 'dense';

/** Pixels. */
export const ROW_HEIGHT: Readonly<Record<Density, number>> = { comfortable: 36, dense: 28 };

/** Pixels. The heads of the columns have the small one. */
export const FONT_SIZE: Readonly<Record<Density, number>> = { comfortable: 14, dense: 12 };

const listeners = new Set<() => void>();
const keyOf = (table: string) => `watchkeep.table.${table}.density`;
/** The choice, if the browser has no storage. */
const unkept = new Map<string, Density>();

function read(table: string): Density {
  try {
    return localStorage.getItem(keyOf(table)) === 'dense' ? 'dense' : 'comfortable';
  } catch {
    return unkept.get(table) ?? 'comfortable';
  }
}

function write(table: string, density: Density) {
  try {
    localStorage.setItem(keyOf(table), density);
  } catch {
    unkept.set(table, density);
  }
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

/** The row height of a table, kept on this machine. */
export function useDensity(table: string): [Density, (density: Density) => void] {
  const density = useSyncExternalStore(subscribe, () => read(table));
  return [density, useCallback((next: Density) => write(table, next), [table])];
}
