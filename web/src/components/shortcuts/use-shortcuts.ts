import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { allShortcuts, register, type Shortcut, subscribe } from './shortcut-store.ts';

/** Adds shortcuts, and lists them in the help, while the component is mounted. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  const shape = shortcuts.map(({ keys, label, group, run, inFields }) => [keys, label, group, Boolean(run), inFields]);
  const key = JSON.stringify(shape);

  // biome-ignore lint/correctness/useExhaustiveDependencies: registered again only when keys or labels change; run is read when it fires
  const stable = useMemo(
    () =>
      shortcuts.map((shortcut, index) => ({
        ...shortcut,
        run: shortcut.run && (() => latest.current[index]?.run?.()),
      })),
    [key],
  );
  useEffect(() => register(stable), [stable]);
}

/** All shortcuts of the mounted components. */
export const useAllShortcuts = (): readonly Shortcut[] => useSyncExternalStore(subscribe, allShortcuts);
