import type { LifecycleReport } from '../unit-messages/common-reports.ts';
import type { UnitReport } from '../unit-messages/messages.ts';
import type { LocationReport } from '../unit-messages/wearable-reports.ts';
import { type ConsoleInput, MOVE_TIMEOUT_MS } from './line.ts';
import { isOldLocation, locationOf, withLocation } from './locations.ts';
import { type ConsoleMachine, KEEP_ALIVE_INTERVAL_MS, stepOf, type Turn } from './machine.ts';
import {
  CONNECTION_CLOSED,
  CONNECTION_ERROR,
  LOCATION_FAILED,
  STILL_CONNECTING,
  UNABLE_TO_CONNECT,
  UNIT_MOVES,
  UNIT_REBOOTING,
  WEBSOCKET_ERROR,
} from './messages.ts';
import { recentPingOf } from './recent-ping.ts';
import { reportWords } from './report-words.ts';
import {
  initialCommands,
  isInSync,
  LOCATION_TIMEOUT_MS,
  MAX_CONNECT_RETRIES,
  RETRY_DELAY_MS,
  WEARABLE_CONNECT_TIMEOUT_MS,
  type WearableConsole,
} from './wearable-state.ts';

type OwnInput =
  | { kind: 'requestLocation' }
  /** Whether something is in the sync queue of the unit, as far as the page knows. */
  | { kind: 'syncQueue'; changesWait: boolean };
export type WearableInput = ConsoleInput | OwnInput;
type WearableTurn = Turn<WearableConsole>;

/** The message that asks a wearable for its location. */
const LOCATION_MESSAGE = 'GPS';
/** What `requestLocation` sends, as people type it. */
export const LOCATION_LINE = `RTO ${LOCATION_MESSAGE}`;

const WEARABLE: ConsoleMachine<WearableConsole, OwnInput> = {
  atRest: () => ({
    attempts: 0,
    tcpConnected: false,
    listening: false,
    greeted: false,
    restarts: false,
    locationRequest: undefined,
  }),
  readsWhenClosed: false,
  keepAliveInterval: () => KEEP_ALIVE_INTERVAL_MS,

  connect: (turn) => {
    turn.effects.push({ do: 'listen' });
    turn.schedule('connect', WEARABLE_CONNECT_TIMEOUT_MS);
    dial(turn);
  },
  inputs: {
    tcpConnected: (turn, input) => {
      if (input.dial === turn.own.dials) reached(turn, { tcpConnected: true });
    },
    tcpFailed: (turn, input) => {
      if (input.dial !== turn.own.dials || !turn.isConnecting || turn.own.greeted) return;
      if (turn.own.attempts > MAX_CONNECT_RETRIES) return turn.close('error', UNABLE_TO_CONNECT);
      turn.change({ message: STILL_CONNECTING });
      turn.schedule('retry', RETRY_DELAY_MS);
    },
    listening: (turn) => reached(turn, { listening: true }),
    syncQueue: (turn, { changesWait }) => turn.set({ changesWait }),
    requestLocation: (turn) => {
      if (!turn.isConnected) return;
      // A second request means that the first one brought nothing [P2-M31].
      if (turn.own.locationRequest) return locationFailed(turn);
      turn.set({ locationRequest: { until: turn.now + LOCATION_TIMEOUT_MS, waiting: false } });
      turn.schedule('location', LOCATION_TIMEOUT_MS);
      turn.send('RTO', { message: LOCATION_MESSAGE });
    },
  },
  topicRefused: (turn) => {
    if (turn.isOpen) turn.close('error', WEBSOCKET_ERROR);
  },
  commandRefused: (turn, _, message) => {
    if (!turn.isConnecting) return false;
    turn.close('error', message);
    return true;
  },
  commandEnded: (turn, { command, outcome }) => {
    if (turn.isConnecting && outcome !== 'expired' && outcome !== 'lost') connected(turn);
    if (outcome !== 'done') {
      if (command !== 'RTO' || !turn.own.locationRequest) return false;
      locationFailed(turn);
      return true;
    }
    if (command === 'SyncChanges') turn.set({ synced: true });
    if (command !== 'reboot') return false;
    advise(turn);
    return true;
  },

  messages: {
    UnitConnected: (turn) => {
      turn.note('The unit has connected');
      if (turn.isConnecting) greet(turn);
    },
    UnitDisconnect: (turn, { reason }) => {
      if (reason === 'bridge draining') return awaitMove(turn);
      // The disconnection can arrive before the result of the command.
      if (turn.isUnderWay('reboot')) advise(turn);
      const { restarts } = turn.own;
      turn.close('closed', CONNECTION_CLOSED);
      if (restarts) turn.change({ message: UNIT_REBOOTING });
    },
    Reboot: takeReport,
    Shutdown: takeReport,
    Reset: takeReport,
    UnitError: takeReport,
    Report: takeReport,
  },
  timers: {
    retry: dial,
    connect: (turn) => turn.close('error', CONNECTION_ERROR),
    location: locationFailed,
  },
};

export const stepWearable = stepOf(WEARABLE);

function dial(turn: WearableTurn) {
  turn.set({ attempts: turn.own.attempts + 1, dials: turn.own.dials + 1 });
  turn.effects.push({ do: 'tcpConnect', dial: turn.own.dials, withAddress: true });
}

/** The session goes on: the unit comes back to another server within seconds, and is greeted then. */
function awaitMove(turn: WearableTurn) {
  turn.reset('connecting', UNIT_MOVES);
  turn.note(UNIT_MOVES);
  turn.schedule('connect', MOVE_TIMEOUT_MS);
}

function reached(turn: WearableTurn, how: { tcpConnected: true } | { listening: true }) {
  if (!turn.isConnecting) return;
  turn.set(how);
  if (turn.own.tcpConnected && turn.own.listening) greet(turn);
}

function greet(turn: WearableTurn) {
  if (turn.own.greeted) return;
  turn.set({ greeted: true });
  turn.cancel('retry');
  for (const command of initialCommands(turn.own.unit, isInSync(turn.own))) turn.send(command);
}

function connected(turn: WearableTurn) {
  turn.cancel('connect', 'retry');
  turn.connected();
}

function locationFailed(turn: WearableTurn) {
  turn.cancel('location');
  turn.set({ locationRequest: undefined });
  turn.note(LOCATION_FAILED, true);
  turn.show(LOCATION_FAILED);
}

/** Any report that comes after the first command connects the console. */
function takeReport(turn: WearableTurn, { report, id, at }: { report: UnitReport; id: string; at: number }) {
  if (turn.own.greeted && turn.isConnecting) connected(turn);
  applyReport(turn, report, id, at);
}

function applyReport(turn: WearableTurn, report: UnitReport, id: string, at: number) {
  if (report.type === 'lifecycle') return applyLifecycle(turn, report);
  if (report.type === 'ping' && 'stepsToday' in report) {
    turn.set({ ping: report, recentPing: recentPingOf(report, at), charging: Boolean(report.acPower) });
  } else if (report.type === 'info') {
    const { acPower, synced = turn.own.synced } = report;
    turn.set({ info: report, charging: acPower === 1, synced });
  } else if (report.type === 'location') applyLocation(turn, report, id);
  if (turn.isConnected) turn.show(reportWords(report));
}

function applyLifecycle(turn: WearableTurn, { kind, reason }: LifecycleReport) {
  if (kind === 'Charge Start' || kind === 'Charge Stop') turn.set({ charging: kind === 'Charge Start' });
  if (kind === 'UnitError' || kind === 'Reset') turn.set({ synced: false });
  if (kind === 'Power On') turn.set({ restarts: false });
  if (kind === 'Power Off Alert' || kind === 'Reboot') return advise(turn);
  turn.show(reason ?? LIFECYCLE_WORDS[kind] ?? kind);
}

/** The advice stays in the transcript, and in sight when the connection closes. */
function advise(turn: WearableTurn) {
  if (!turn.own.restarts) turn.note(UNIT_REBOOTING);
  turn.set({ restarts: true });
  turn.show(UNIT_REBOOTING);
}

function applyLocation(turn: WearableTurn, report: LocationReport, id: string) {
  const location = locationOf(report, id, turn.now);
  turn.set({ locations: withLocation(turn.own.locations, location) });
  const request = turn.own.locationRequest;
  if (!request) return;
  if (isOldLocation(location)) return turn.set({ locationRequest: { ...request, waiting: true } });
  turn.cancel('location');
  turn.set({ locationRequest: undefined });
}

const LIFECYCLE_WORDS: Readonly<Record<string, string>> = {
  'Power On': 'The unit has been switched on',
  'Charge Start': 'The unit is charging',
  'Charge Stop': 'The unit no longer charges',
  Shutdown: 'The unit is shutting down',
  Reset: 'The unit was reset',
  UnitError: 'The unit reports an error',
};
