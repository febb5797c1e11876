import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { allShortcuts, register, type Shortcut, subscribe } from './shortcut-store.ts';

/** Makes shortcuts work, and appear in the list of shortcuts, while the component is on screen. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  const shape = shortcuts.map(({ keys, label, group, run, inFields }) => [keys, label, group, Boolean(run), inFields]);
  const key = JSON.stringify(shape);

  // biome-ignore lint/correctness/useExhaustiveDependencies: registered anew only when keys or words change; run is read when it fires
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

/** All shortcuts that work now. */
export const useAllShortcuts = (): readonly Shortcut[] => useSyncExternalStore(subscribe, allShortcuts);
