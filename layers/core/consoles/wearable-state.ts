import { MINUTE, SECOND } from '../time.ts';
import type { InfoReport, WearablePing } from '../unit-messages/wearable-reports.ts';
import { compareFirmware } from '../units/firmware.ts';
import type { UnitModel } from '../units/unit.ts';
import { type Line, newLine } from './line.ts';
import type { ConsoleLocation } from './locations.ts';
import type { RecentPing } from './recent-ping.ts';

/** The wearable must answer within this time from connecting [P2-K23]. */
export const WEARABLE_CONNECT_TIMEOUT_MS = 20 * SECOND;
/** A failed attempt to connect is repeated this often [P2-S91]. */
export const MAX_CONNECT_RETRIES = 2;
export const RETRY_DELAY_MS = 3 * SECOND;
/** A real-time location must arrive within this time [P2-K26]. */
export const LOCATION_TIMEOUT_MS = 5 * MINUTE;
/** A myConnect answers a query of its state from this firmware on [P2-K33]. */
const STATE_QUERY_FIRMWARE = '1.9.3.0.2';

/** A requested location. `waiting`: an old one arrived, a new one is still awaited [P2-S84]. */
export interface LocationRequest {
  until: number;
  waiting: boolean;
}

/** The console of a myConnect or myConnect Air (portal-2 section 4). */
export interface WearableConsole {
  line: Line;
  unit: WearableFacts;
  /** Attempts since the user pressed connect. */
  attempts: number;
  /** Attempts in all. */
  dials: number;
  tcpConnected: boolean;
  listening: boolean;
  /** The initial commands were sent. */
  greeted: boolean;
  /** False if the unit said that it lacks changes, or reported an error or a reset. */
  synced: boolean;
  /** Something is in the sync queue of the unit. */
  changesWait: boolean;
  /** The unit is about to restart, so that a connection that closes is no surprise. */
  restarts: boolean;
  charging: boolean | undefined;
  ping: WearablePing | undefined;
  recentPing: RecentPing | undefined;
  info: InfoReport | undefined;
  locations: readonly ConsoleLocation[];
  locationRequest: LocationRequest | undefined;
}

export interface WearableFacts {
  UnitModel: UnitModel;
  FirmVer: string;
}

export const newWearableConsole = (consoleId: string, unit: WearableFacts): WearableConsole => ({
  line: newLine(consoleId),
  unit,
  attempts: 0,
  dials: 0,
  tcpConnected: false,
  listening: false,
  greeted: false,
  synced: true,
  changesWait: false,
  restarts: false,
  charging: undefined,
  ping: undefined,
  recentPing: undefined,
  info: undefined,
  locations: [],
  locationRequest: undefined,
});

/** The unit has all changes, by its own word and by its sync queue. */
export const isInSync = ({ synced, changesWait }: Pick<WearableConsole, 'synced' | 'changesWait'>): boolean =>
  synced && !changesWait;

/**
 * The commands sent to a wearable once it is reached: SyncChanges if it lacks changes, else forcePing [P2-S78, P2-S79]. A
 * myConnect whose firmware can answer is also asked for its state.
 */
export function initialCommands({ UnitModel, FirmVer }: WearableFacts, synced: boolean): string[] {
  const first = synced ? 'forcePing' : 'SyncChanges';
  const answersQuery = UnitModel === 'myConnect' && compareFirmware(FirmVer, STATE_QUERY_FIRMWARE) >= 0;
  return answersQuery ? [first, 'VoiceCmd Query'] : [first];
}
