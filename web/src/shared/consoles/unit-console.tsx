import { useEffect } from 'react';
import { type Contact, contactOf } from '#core/consoles/contact.ts';
import type { ConnectionState } from '#core/consoles/line.ts';
import { stepVoice } from '#core/consoles/voice-console.ts';
import { newVoiceConsole, type VoiceConsole } from '#core/consoles/voice-state.ts';
import { stepWearable, type WearableInput } from '#core/consoles/wearable-console.ts';
import { newWearableConsole, type WearableConsole } from '#core/consoles/wearable-state.ts';
import { DEFAULT_UNIT_MODEL } from '#core/units/unit.ts';
import { useSyncQueue } from '#web/shared/units/use-sync-queue.ts';
import type { ConsoleRoom } from './console-room.ts';
import type { ConsoleUnit } from './console-unit.ts';
import { type RunningConsole, useConsole } from './use-console.ts';
import { VoiceConsolePanel } from './voice-console-panel.tsx';
import { WearableConsolePanel } from './wearable-console-panel.tsx';

/** The console of a unit, running whether its panel is shown or not. */
export type UnitConsole =
  | { kind: 'voice'; console: RunningConsole<VoiceConsole> }
  | { kind: 'wearable'; console: RunningConsole<WearableConsole, WearableInput> };

export const isVoiceUnit = ({ UnitModel }: Pick<ConsoleUnit, 'UnitModel'>) => UnitModel === DEFAULT_UNIT_MODEL;

const VOICE = {
  start: (id: string) => newVoiceConsole(id),
  step: stepVoice,
  awaitsUnit: ({ rebootingSince }: VoiceConsole) => rebootingSince !== undefined,
};

/** Runs the voice console of a unit. */
export function useVoiceConsole(unit: ConsoleUnit): UnitConsole {
  const console = useConsole<VoiceConsole>(unit, VOICE);
  return { kind: 'voice', console };
}

/** Runs the console of a wearable. */
export function useWearableConsole(unit: ConsoleUnit): UnitConsole {
  const console = useConsole<WearableConsole, WearableInput>(unit, {
    start: (id) => newWearableConsole(id, unit),
    step: stepWearable,
  });
  const { data } = useSyncQueue(unit.UnitSerNum);
  const changesWait = data && data.messages.length > 0;
  const { give } = console;
  useEffect(() => {
    if (changesWait !== undefined) give({ kind: 'syncQueue', changesWait });
  }, [changesWait, give]);
  return { kind: 'wearable', console };
}

export const connectionOf = ({ console }: UnitConsole): ConnectionState => console.state.line.connection;

/** Whether the unit can be reached, by its console and by the server's answer. */
export const contactWith = (running: UnitConsole, { connected }: { connected: boolean }): Contact =>
  contactOf({
    connected,
    console: connectionOf(running),
    rebooting: running.kind === 'voice' && running.console.state.rebootingSince !== undefined,
  });

interface ConsolePanelProps {
  unit: ConsoleUnit;
  running: UnitConsole;
  contact: Contact;
  room?: ConsoleRoom;
}

export function ConsolePanel({ unit, running, contact, room = {} }: ConsolePanelProps) {
  const shared = { unit, contact, room };
  return running.kind === 'voice' ? (
    <VoiceConsolePanel {...shared} console={running.console} />
  ) : (
    <WearableConsolePanel {...shared} console={running.console} />
  );
}
