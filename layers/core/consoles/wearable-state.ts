import { MINUTE, SECOND } from '../time.ts';
import type { InfoReport, WearablePing } from '../unit-messages/wearable-reports.ts';
import { compareFirmware } from '../units/firmware.ts';
import type { UnitModel } from '../units/unit.ts';
import { type Line, newLine } from './line.ts';
import type { ConsoleLocation } from './locations.ts';

/** The wearable must answer within this time from connecting [P2-K23]. */
export const WEARABLE_CONNECT_PATIENCE = 20 * SECOND;
/** A connect that fails is tried so often again [P2-S91]. */
export const CONNECT_RETRIES = 2;
export const RETRY_AFTER = 3 * SECOND;
/** How long a real-time location is waited for [P2-K26]. */
export const LOCATION_PATIENCE = 5 * MINUTE;
/** From this firmware on a myConnect tells its state when asked [P2-K33]. */
export const STATE_QUERY_FIRMWARE = '1.9.3.0.2';

/** A location that was asked for. `waiting`: an old one came meanwhile [P2-S84]. */
export interface LocationRequest {
  until: number;
  waiting: boolean;
}

/** The console of a myConnect or myConnect Air (portal-2 section 4). */
export interface WearableConsole {
  line: Line;
  unit: WearableFacts;
  /** How often connecting was tried, and what it waits for. */
  attempts: number;
  dials: number;
  tcpConnected: boolean;
  listening: boolean;
  /** The initial command was sent, and the unit has not answered yet. */
  greeted: boolean;
  synced: boolean;
  charging: boolean | undefined;
  ping: WearablePing | undefined;
  info: InfoReport | undefined;
  locations: readonly ConsoleLocation[];
  locationRequest: LocationRequest | undefined;
}

export interface WearableFacts {
  UnitModel: UnitModel;
  FirmVer: string;
}

export const newWearableConsole = (
  consoleId: string,
  unit: WearableFacts,
  { synced = true } = {},
): WearableConsole => ({
  line: newLine(consoleId),
  unit,
  attempts: 0,
  dials: 0,
  tcpConnected: false,
  listening: false,
  greeted: false,
  synced,
  charging: undefined,
  ping: undefined,
  info: undefined,
  locations: [],
  locationRequest: undefined,
});

/**
 * What is sent to a wearable as soon as it is reached: a unit that lacks changes is made to fetch them, any other to ping
 * [P2-S78, P2-S79]; a myConnect whose firmware can tell is asked for its state, too.
 */
export function initialCommands({ UnitModel, FirmVer }: WearableFacts, synced: boolean): string[] {
  const first = synced ? 'forcePing' : 'SyncChanges';
  const tellsState = UnitModel === 'myConnect' && compareFirmware(FirmVer, STATE_QUERY_FIRMWARE) >= 0;
  return tellsState ? [first, 'VoiceCmd Query'] : [first];
}
