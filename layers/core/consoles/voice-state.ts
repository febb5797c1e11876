import { MINUTE, SECOND } from '../time.ts';
import type { VoiceStatus } from '../unit-messages/voice-reports.ts';
import { secondsUntil } from './elapsed.ts';
import { type Line, newLine } from './line.ts';
import { progressPercent } from './progress.ts';

/** The unit must answer the first Query within this time [P2-K19]. */
export const QUERY_PATIENCE = 6 * SECOND;
/** While the unit shuts down [P2-K22]. */
export const KEEP_ALIVE_IN_SHUTDOWN = SECOND;
export const REBOOT_COUNTDOWN = 30 * SECOND;
/** The first try to reconnect after a reboot (DECISIONS, "Units, SIMs, consoles"). */
export const RECONNECT_AFTER = 12 * SECOND;
/** Between tries: while the countdown runs, and after it. */
export const RECONNECT_EVERY = { soon: 4 * SECOND, later: 15 * SECOND } as const;
/** "It may take several minutes to reboot": then nothing is tried any more. */
export const REBOOT_GIVEN_UP_AFTER = 5 * MINUTE;

/** What an attempt to connect is waiting for. */
export interface Dial {
  number: number;
  withAddress: boolean;
  waitsFor: 'tcpConnect' | 'socket' | 'answer';
  /** The Query that has to be answered. */
  queryId?: string;
}

/** The voice console of an MXD-LTE (portal-2 section 4). */
export interface VoiceConsole {
  line: Line;
  dial: Dial | undefined;
  dials: number;
  /** What the unit told of its state last. */
  status: VoiceStatus | undefined;
  /** False where the unit lacks changes, or said something that puts its state in doubt. */
  synced: boolean;
  disconnected: boolean;
  error: boolean;
  shuttingDown: boolean;
  /** Since when the unit reboots, milliseconds since 1970. */
  rebootingSince: number | undefined;
}

/** A console that was never connected. `synced` is what the portal knows of the unit. */
export const newVoiceConsole = (consoleId: string, { synced = true } = {}): VoiceConsole => ({
  line: newLine(consoleId),
  dial: undefined,
  dials: 0,
  status: undefined,
  synced,
  disconnected: false,
  error: false,
  shuttingDown: false,
  rebootingSince: undefined,
});

/** How far the unit is with syncing: nothing while it does not sync, no percentage while it does not say both ends. */
export function syncProgress({ status }: Pick<VoiceConsole, 'status'>): { percent: number | undefined } | undefined {
  if (!status || (status.progressValue === undefined && status.progressMax === undefined)) return undefined;
  const percent = progressPercent(status.progressValue, status.progressMax);
  return percent === 100 ? undefined : { percent };
}

/** The check mark: connected, and the unit has all that the database holds for it. */
export const isInOrder = (console: VoiceConsole) =>
  console.line.connection === 'connected' && console.synced && !console.error && syncProgress(console) === undefined;

/** Seconds left of the countdown that runs while the unit reboots; 0 when it is over, undefined when none runs. */
export const rebootCountdown = ({ rebootingSince }: Pick<VoiceConsole, 'rebootingSince'>, now: number) =>
  rebootingSince === undefined ? undefined : secondsUntil(rebootingSince + REBOOT_COUNTDOWN, now);
