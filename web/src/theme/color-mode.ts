import { useSyncExternalStore } from 'react';

/** The user's choice; `system` follows the operating system. */
export type ColorModeChoice = 'light' | 'dark' | 'system';
export type ColorMode = 'light' | 'dark';

export const COLOR_MODE_KEY = 'watchkeep.color-mode';

const listeners = new Set<() => void>();
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)');

/** Replaces storage if the browser forbids it: the choice then lasts as long as the page. */
let chosenOnThisPage: ColorModeChoice = 'system';

function keptChoice(): ColorModeChoice {
  try {
    const kept = localStorage.getItem(COLOR_MODE_KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return chosenOnThisPage;
  }
}

export const resolveColorMode = (choice: ColorModeChoice, systemPrefersDark: boolean): ColorMode =>
  choice === 'system' ? (systemPrefersDark ? 'dark' : 'light') : choice;

function apply() {
  const mode = resolveColorMode(keptChoice(), systemIsDark().matches);
  const { classList } = document.documentElement;
  classList.toggle('dark', mode === 'dark');
  classList.toggle('light', mode === 'light');
  for (const listener of listeners) listener();
}

/** Stores the choice in this browser and applies it at once, in the other tabs too. */
export function chooseColorMode(choice: ColorModeChoice) {
  chosenOnThisPage = choice;
  try {
    if (choice === 'system') localStorage.removeItem(COLOR_MODE_KEY);
    else localStorage.setItem(COLOR_MODE_KEY, choice);
  } catch {
    // The variable above holds it for this page.
  }
  apply();
}

/** Follows the operating system and the other tabs. */
export function watchColorMode() {
  systemIsDark().addEventListener('change', apply);
  window.addEventListener('storage', (event) => event.key === COLOR_MODE_KEY && apply());
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The user's choice and the resulting mode. */
export function useColorMode(): { choice: ColorModeChoice; mode: ColorMode } {
  const choice = useSyncExternalStore(subscribe, keptChoice);
  const mode = useSyncExternalStore(subscribe, () => resolveColorMode(keptChoice(), systemIsDark().matches));
  return { choice, mode };
}
