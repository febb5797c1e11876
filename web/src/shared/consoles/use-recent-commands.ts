import { useState } from 'react';
import { readRecentCommands, withRecentCommand } from '#core/consoles/recent-commands.ts';

/** The last commands sent from this browser to units of a kind. */
export function useRecentCommands(kind: 'voice' | 'wearable') {
  const key = `watchkeep.recent-commands.${kind}`;
  const [commands, setCommands] = useState(() => readRecentCommands(localStorage.getItem(key)));
  const remember = (command: string) => {
    // Another tab may have added some.
    const next = withRecentCommand(readRecentCommands(localStorage.getItem(key)), command);
    localStorage.setItem(key, JSON.stringify(next));
    setCommands(next);
  };
  return { commands, remember };
}
