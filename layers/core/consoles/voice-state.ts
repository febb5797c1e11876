import { MINUTE, SECOND } from '../time.ts';
import type { VoiceStatus } from '../unit-messages/voice-reports.ts';
import { secondsUntil } from './elapsed.ts';
import { type Line, newLine } from './line.ts';
import { progressPercent } from './progress.ts';

/** The unit must answer the first Query within this time [P2-K19]. */
export const QUERY_TIMEOUT_MS = 6 * SECOND;
/** While the unit shuts down [P2-K22]. */
export const SHUTDOWN_KEEP_ALIVE_INTERVAL_MS = SECOND;
export const REBOOT_COUNTDOWN_MS = 30 * SECOND;
/** The first try to reconnect after a reboot (DECISIONS, "Units, SIMs, consoles"). */
export const RECONNECT_AFTER_MS = 12 * SECOND;
export const RECONNECT_INTERVAL_MS = { duringCountdown: 4 * SECOND, later: 15 * SECOND } as const;
/** "It may take several minutes to reboot." */
export const GIVE_UP_REBOOT_AFTER_MS = 5 * MINUTE;

/** An attempt to connect, and what it waits for. */
export interface Dial {
  number: number;
  withAddress: boolean;
  waitsFor: 'tcpConnect' | 'socket' | 'answer';
  /** The request id of the Query that the unit must answer. */
  queryId?: string;
}

/** The voice console of an MXD-LTE (portal-2 section 4). */
export interface VoiceConsole {
  line: Line;
  dial: Dial | undefined;
  dials: number;
  /** The last status that the unit reported. */
  status: VoiceStatus | undefined;
  /** False if the unit lacks changes, or reported an error or a reset. */
  synced: boolean;
  disconnected: boolean;
  error: boolean;
  shuttingDown: boolean;
  /** Milliseconds since 1970. */
  rebootingSince: number | undefined;
}

/** A console that was never connected. The answer to its first Query says whether the unit is synced. */
export const newVoiceConsole = (consoleId: string): VoiceConsole => ({
  line: newLine(consoleId),
  dial: undefined,
  dials: 0,
  status: undefined,
  synced: true,
  disconnected: false,
  error: false,
  shuttingDown: false,
  rebootingSince: undefined,
});

/** How far the unit is with syncing. Undefined while it does not sync; no percentage while value or maximum is unknown. */
export function syncProgress({ status }: Pick<VoiceConsole, 'status'>): { percent: number | undefined } | undefined {
  if (!status || (status.progressValue === undefined && status.progressMax === undefined)) return undefined;
  const percent = progressPercent(status.progressValue, status.progressMax);
  return percent === 100 ? undefined : { percent };
}

/** Shown as the check mark: connected, and the unit has all changes. */
export const isInOrder = (console: VoiceConsole) =>
  console.line.connection === 'connected' && console.synced && !console.error && syncProgress(console) === undefined;

/** Seconds left of the reboot countdown; 0 when it is over, undefined if the unit does not reboot. */
export const rebootCountdown = ({ rebootingSince }: Pick<VoiceConsole, 'rebootingSince'>, now: number) =>
  rebootingSince === undefined ? undefined : secondsUntil(rebootingSince + REBOOT_COUNTDOWN_MS, now);
