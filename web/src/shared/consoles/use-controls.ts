import { useState } from 'react';
import { consoleCommands } from '#core/consoles/commands.ts';
import type { Line } from '#core/consoles/line.ts';
import { useSession } from '#web/lib/session/session.tsx';
import type { ConsoleUnit } from './console-unit.ts';
import type { RunningConsole } from './use-console.ts';
import { useRecentCommands } from './use-recent-commands.ts';
import { useSend } from './use-send.ts';

/** What the panels of all consoles have: the commands sent last, the switch of raw messages, and what each control needs to send a command. */
export function useControls<Input>(
  kind: 'voice' | 'wearable',
  unit: ConsoleUnit,
  { state, give, custody }: RunningConsole<{ line: Line }, Input>,
) {
  const engineer = useSession().has('ENGINEER');
  const recent = useRecentCommands(kind);
  const [raw, setRaw] = useState(false);
  const sender = useSend(unit, consoleCommands(unit.UnitModel, { engineer }), give, recent.remember);
  const disabledReason = state.line.connection === 'connected' ? custody.readOnly : 'Connect to the unit first';
  return {
    engineer,
    recent: recent.commands,
    remember: recent.remember,
    raw: engineer && raw,
    setRaw,
    each: { sender, disabledReason },
  };
}
