import { MOVE_TIMEOUT_MS } from './line.ts';
import { type ConsoleMachine, KEEP_ALIVE_INTERVAL_MS, stepOf, type Turn } from './machine.ts';
import {
  CONNECTION_CLOSED,
  CONNECTION_ERROR,
  REBOOT_TAKES_LONGER,
  UNABLE_TO_CONNECT,
  UNIT_MOVES,
  UNIT_REBOOTING,
  WEBSOCKET_ERROR,
} from './messages.ts';
import { reportWords } from './report-words.ts';
import {
  type Dial,
  GIVE_UP_REBOOT_AFTER_MS,
  QUERY_TIMEOUT_MS,
  REBOOT_COUNTDOWN_MS,
  RECONNECT_AFTER_MS,
  RECONNECT_INTERVAL_MS,
  SHUTDOWN_KEEP_ALIVE_INTERVAL_MS,
  type VoiceConsole,
} from './voice-state.ts';

type VoiceTurn = Turn<VoiceConsole>;

const VOICE: ConsoleMachine<VoiceConsole> = {
  atRest: (connection) => ({
    dial: undefined,
    disconnected: false,
    error: connection === 'error',
    shuttingDown: false,
    rebootingSince: undefined,
  }),
  readsWhenClosed: true,
  keepAliveInterval: ({ shuttingDown }) => (shuttingDown ? SHUTDOWN_KEEP_ALIVE_INTERVAL_MS : KEEP_ALIVE_INTERVAL_MS),

  connect: (turn) => dial(turn, true),
  inputs: {
    tcpConnected: (turn, input) => {
      if (awaits(turn, 'tcpConnect', input.dial)) openSocket(turn, turn.own.dial!);
    },
    tcpFailed: (turn, input) => {
      if (!awaits(turn, 'tcpConnect', input.dial)) return;
      // Once more without IP and carrier, which may be out of date [P2-S49].
      if (turn.own.dial!.withAddress) dial(turn, false);
      else dialFailed(turn, UNABLE_TO_CONNECT);
    },
    listening: (turn) => {
      if (awaits(turn, 'socket')) query(turn);
    },
  },
  topicRefused: (turn) => {
    if (awaits(turn, 'socket') || turn.isConnected) dialFailed(turn, WEBSOCKET_ERROR);
  },
  commandRefused: (turn, { requestId }, message) => {
    if (requestId !== turn.own.dial?.queryId) return false;
    dialFailed(turn, message);
    return true;
  },
  commandEnded: (turn, { requestId, command, outcome }) => {
    if (requestId === turn.own.dial?.queryId) {
      // Any result is an answer to the Query, unless the unit never received it.
      if (outcome === 'expired' || outcome === 'lost') dialFailed(turn, CONNECTION_ERROR);
      else connected(turn);
      return true;
    }
    if (command !== 'Reboot' || outcome !== 'done') return false;
    reboot(turn);
    return true;
  },

  messages: {
    /** Asks a unit that came back for its state. */
    UnitConnected: (turn) => {
      turn.note('The unit has connected');
      if (!turn.own.disconnected) return;
      turn.change({ connection: 'connecting', message: undefined });
      turn.cancel('move');
      turn.set({ disconnected: false });
      openSocket(turn, newDial(turn, false));
    },
    UnitDisconnect: (turn, { reason }) => {
      if (isRebooting(turn)) return;
      // The disconnection can arrive before the result of the command.
      if (turn.isUnderWay('Reboot')) return reboot(turn);
      if (reason === 'bridge draining' && turn.isOpen) return awaitMove(turn);
      turn.reset('closed', CONNECTION_CLOSED);
      turn.set({ disconnected: true, synced: false });
      turn.note(`${CONNECTION_CLOSED} (${reason})`, true);
    },
    Reboot: reboot,
    Shutdown: (turn, { report }) => {
      turn.set({ shuttingDown: true });
      if (turn.isConnected) turn.schedule('keepAlive', SHUTDOWN_KEEP_ALIVE_INTERVAL_MS);
      turn.show(report.reason ?? 'The unit is shutting down');
    },
    Reset: (turn, { report }) => lostSync(turn, report.reason ?? 'The unit was reset'),
    UnitError: (turn, { report }) => lostSync(turn, report.reason ?? 'The unit reports an error'),
    Report: (turn, { report }) => {
      if (report.type !== 'status') return turn.show(reportWords(report));
      turn.set({ status: report, ...(report.synced !== undefined && { synced: report.synced }) });
      if (report.text) turn.show(report.text);
      if (awaits(turn, 'answer')) connected(turn);
    },
  },
  timers: {
    socket: (turn) => dialFailed(turn, WEBSOCKET_ERROR),
    query: (turn) => dialFailed(turn, CONNECTION_ERROR),
    countdown: (turn) => {
      turn.note(REBOOT_TAKES_LONGER);
      turn.change({ message: REBOOT_TAKES_LONGER });
    },
    reconnect: (turn) => dial(turn, true),
    move: (turn) => turn.close('closed', CONNECTION_CLOSED),
  },
};

export const stepVoice = stepOf(VOICE);

const isRebooting = ({ own }: VoiceTurn) => own.rebootingSince !== undefined;

const awaits = ({ own: { dial: current } }: VoiceTurn, waitsFor: Dial['waitsFor'], number = current?.number) =>
  current?.waitsFor === waitsFor && current.number === number;

function newDial(turn: VoiceTurn, withAddress: boolean): Dial {
  turn.set({ dials: turn.own.dials + 1 });
  return { number: turn.own.dials, withAddress, waitsFor: 'tcpConnect' };
}

function dial(turn: VoiceTurn, withAddress: boolean) {
  const next = newDial(turn, withAddress);
  turn.set({ dial: next });
  turn.effects.push({ do: 'tcpConnect', dial: next.number, withAddress });
}

function openSocket(turn: VoiceTurn, current: Dial) {
  turn.set({ dial: { ...current, waitsFor: 'socket' } });
  turn.schedule('socket', QUERY_TIMEOUT_MS);
  turn.effects.push({ do: 'listen' });
}

function query(turn: VoiceTurn) {
  turn.cancel('socket');
  const queryId = turn.send('Query');
  turn.set({ dial: { ...turn.own.dial!, waitsFor: 'answer', queryId } });
  turn.schedule('query', QUERY_TIMEOUT_MS);
}

/** While the unit reboots a failed attempt is no error: another one follows. */
function dialFailed(turn: VoiceTurn, message: string) {
  const { rebootingSince } = turn.own;
  if (rebootingSince === undefined) return turn.close('error', message);
  turn.effects.push({ do: 'stopListening' });
  turn.set({ dial: undefined });
  turn.cancel('socket', 'query');
  turn.dropCommands();
  const rebooting = turn.now - rebootingSince;
  if (rebooting >= GIVE_UP_REBOOT_AFTER_MS) return turn.close('error', UNABLE_TO_CONNECT);
  const { duringCountdown, later } = RECONNECT_INTERVAL_MS;
  turn.schedule('reconnect', rebooting < REBOOT_COUNTDOWN_MS ? duringCountdown : later);
}

function connected(turn: VoiceTurn) {
  const { queryId } = turn.own.dial!;
  if (queryId) turn.settle(queryId);
  turn.cancel('query', 'reconnect', 'countdown');
  turn.set({ dial: undefined, rebootingSince: undefined });
  turn.connected();
}

/** The session goes on: the unit comes back to another server within seconds. */
function awaitMove(turn: VoiceTurn) {
  turn.reset('connecting', UNIT_MOVES);
  turn.set({ disconnected: true });
  turn.note(UNIT_MOVES);
  turn.schedule('move', MOVE_TIMEOUT_MS);
}

function lostSync(turn: VoiceTurn, message: string) {
  turn.set({ synced: false });
  turn.show(message);
}

function reboot(turn: VoiceTurn) {
  if (isRebooting(turn)) return;
  turn.reset('closed', UNIT_REBOOTING);
  turn.set({ rebootingSince: turn.now });
  turn.note('The unit is rebooting');
  turn.effects.push({ do: 'stopListening' });
  // Nobody takes the console from who waits.
  turn.schedule('keepAlive', KEEP_ALIVE_INTERVAL_MS);
  turn.schedule('countdown', REBOOT_COUNTDOWN_MS);
  turn.schedule('reconnect', RECONNECT_AFTER_MS);
}
