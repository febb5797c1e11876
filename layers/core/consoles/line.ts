import { SECOND } from '../time.ts';
import type { ArgumentValues } from './arguments.ts';
import type { ConsoleMessage } from './console-message.ts';
import type { Transcript } from './transcript.ts';

/** A sent command without an answer is given up after this time [P2-K20]. */
export const COMMAND_TIMEOUT_MS = 6 * SECOND;

/** A unit that changes to another server comes back within this time. */
export const MOVE_TIMEOUT_MS = 35 * SECOND;

export type ConnectionState = 'connecting' | 'connected' | 'closed' | 'error';

/** Work for the caller. Its outcome comes back as an input. */
export type ConsoleEffect =
  /** Find the unit's connection. `dial` comes back with the answer, so that a late answer can be ignored. */
  | { do: 'tcpConnect'; dial: number; withAddress: boolean }
  | { do: 'listen' }
  | { do: 'stopListening' }
  /** Renew the lease of the console, because no keep-alive can be sent. */
  | { do: 'keepCustody' }
  | { do: 'send'; requestId: string; command: string; arguments: ArgumentValues };

/** What happens to a console. */
export type ConsoleInput =
  | { kind: 'connect' }
  | { kind: 'disconnect' }
  | { kind: 'command'; command: string; arguments: ArgumentValues }
  | { kind: 'tcpConnected'; dial: number }
  | { kind: 'tcpFailed'; dial: number }
  /** The subscription to the unit's topic is confirmed. */
  | { kind: 'listening' }
  /** The server has stored a command under `commandId`. */
  | { kind: 'recorded'; requestId: string; commandId: string }
  /** The server rejected a command or, without `requestId`, the subscription. */
  | { kind: 'refused'; requestId?: string | undefined; message: string }
  /** The browser's live connection closed. */
  | { kind: 'socketClosed' }
  | { kind: 'heard'; message: ConsoleMessage }
  | { kind: 'time' };

export interface OpenCommand {
  requestId: string;
  command: string;
  /** A bridge has sent it to the unit. */
  sent: boolean;
  /** When its time is over. Undefined for a command whose console has said that it is not sent yet. */
  dueAt: number | undefined;
}

interface RecordedRequest {
  requestId: string;
  commandId: string;
}

/** The state that the consoles of all models share. */
export interface Line {
  /** Unique for each console: request ids begin with it. */
  consoleId: string;
  /** The number of request ids made so far. */
  count: number;
  connection: ConnectionState;
  /** The status message on display. */
  message: string | undefined;
  /** Milliseconds since 1970. */
  connectedAt: number | undefined;
  transcript: Transcript;
  open: readonly OpenCommand[];
  /** The ids under which the server has stored the latest requests. */
  recorded: readonly RecordedRequest[];
  /** Commands known to be keep-alives, those of the unit's other consoles included. */
  keepAlives: readonly string[];
  /** When each timer is due, milliseconds since 1970. */
  timers: Readonly<Record<string, number>>;
}

/** The state of a console that was never connected. `consoleId` has 8 to 24 characters. */
export const newLine = (consoleId: string): Line => ({
  consoleId,
  count: 0,
  connection: 'closed',
  message: undefined,
  connectedAt: undefined,
  transcript: [],
  open: [],
  recorded: [],
  keepAlives: [],
  timers: {},
});

/** The console is connected, or connects. */
export const isOpen = ({ connection }: Pick<Line, 'connection'>): boolean =>
  connection === 'connected' || connection === 'connecting';

/** When the console needs its next `time` input; undefined while nothing is due. */
export function nextMoment({ timers, open }: Line): number | undefined {
  const moments = [...Object.values(timers), ...open.flatMap(({ dueAt }) => dueAt ?? [])];
  return moments.length > 0 ? Math.min(...moments) : undefined;
}

/** A command that has ended. `outcome` is the unit's word, `unanswered` or `refused by the server`. */
export interface EndedCommand {
  requestId: string;
  command: string;
  outcome: string;
  text: string | undefined;
}

const OUTCOMES: Readonly<Record<string, string>> = {
  failed: 'failed',
  refused: 'refused by the unit',
  heldBack: 'held back',
  unknownCommand: 'the unit does not know this command',
  badArgument: 'the unit cannot use the value of this command',
  expired: 'not begun in time',
  lost: 'sent, but no answer came',
  unanswered: 'no answer',
};

/** The outcome of a command, in words. */
export const outcomeWords = (outcome: string) => OUTCOMES[outcome] ?? outcome;
