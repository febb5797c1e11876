import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Command, CommandGroup } from '#web/components/command-palette/types.ts';

let current: readonly CommandGroup[] = [];
const listeners = new Set<() => void>();

function set(groups: readonly CommandGroup[]) {
  current = groups;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

interface PageGroup {
  id: string;
  label: string;
  commands: readonly Command[];
}

/** Adds commands to the palette while the page is mounted. A command runs its newest function. */
export function usePageCommands(group: PageGroup) {
  const latest = useRef(group);
  latest.current = group;
  const words = JSON.stringify([
    group.id,
    group.label,
    group.commands.map(({ id, label, hint, href, shortcut }) => [id, label, hint, href, shortcut]),
  ]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: renewed when the words change
  useEffect(() => {
    const { commands, ...rest } = latest.current;
    const offered: CommandGroup = {
      ...rest,
      commands: commands.map((command) =>
        command.run
          ? { ...command, run: () => latest.current.commands.find(({ id }) => id === command.id)?.run?.() }
          : command,
      ),
    };
    set([...current.filter(({ id }) => id !== rest.id), offered]);
    return () => set(current.filter((one) => one !== offered));
  }, [words]);
}

/** The commands of the page. */
export const useOfferedCommands = (): readonly CommandGroup[] => useSyncExternalStore(subscribe, () => current);
