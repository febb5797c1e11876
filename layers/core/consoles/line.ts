import { SECOND } from '../time.ts';
import type { ArgumentValues } from './commands.ts';
import { KEEP_ALIVE } from './commands.ts';
import type { ConsoleMessage } from './console-message.ts';
import { dueTimers, earliest, type Timers, withoutTimers, withTimer } from './timers.ts';
import { type Transcript, withChange, withEntry } from './transcript.ts';

/** A command that is not answered after so long is given up [P2-K20]. */
export const COMMAND_PATIENCE = 6 * SECOND;

export const KEEP_ALIVE_EVERY = 50 * SECOND;
/** A message stays on display so long after the last one came [P2-S76]. */
export const MESSAGE_STAYS = 6 * SECOND;

export type ConnectionState = 'connecting' | 'connected' | 'closed' | 'error';

/** What a console wants done. The outcome comes back as an input. */
export type ConsoleEffect =
  /** Find the unit's connection; `dial` comes back with the answer, so that a late one is told apart. */
  | { do: 'tcpConnect'; dial: number; withAddress: boolean }
  | { do: 'listen' }
  | { do: 'stopListening' }
  | { do: 'send'; commandId: string; command: string; arguments: ArgumentValues };

/** What happens to a console. */
export type ConsoleInput =
  | { kind: 'connect' }
  | { kind: 'disconnect' }
  | { kind: 'command'; command: string; arguments: ArgumentValues }
  | { kind: 'tcpConnected'; dial: number }
  | { kind: 'tcpFailed'; dial: number }
  /** What the unit says is heard from now on. */
  | { kind: 'listening' }
  /** The server did not take a command, or does not let this user listen. */
  | { kind: 'refused'; commandId?: string | undefined; message: string }
  /** The browser's own connection went. */
  | { kind: 'socketClosed' }
  | { kind: 'heard'; message: ConsoleMessage }
  | { kind: 'time' };

interface OpenCommand {
  commandId: string;
  command: string;
  unansweredAt: number;
}

/** What the consoles of all models have in common: a connection, what is shown of it, and the commands under way. */
export interface Line {
  /** Tells this console from every other: command ids begin with it. */
  consoleId: string;
  /** How many ids were given. */
  count: number;
  connection: ConnectionState;
  /** The status message on display. */
  message: string | undefined;
  /** Since when connected, milliseconds since 1970. */
  connectedAt: number | undefined;
  transcript: Transcript;
  open: readonly OpenCommand[];
  /** Commands known to be keep-alives, of other consoles of the unit too. */
  keepAlives: readonly string[];
  timers: Timers<string>;
}

/** A line on which nothing has happened. `consoleId` has 8 to 24 signs. */
export const newLine = (consoleId: string): Line => ({
  consoleId,
  count: 0,
  connection: 'closed',
  message: undefined,
  connectedAt: undefined,
  transcript: [],
  open: [],
  keepAlives: [],
  timers: {},
});

/** When the line wants to be told of the time next; undefined while it waits for nothing. */
export const nextMoment = ({ timers, open }: Line) =>
  earliest([...Object.values(timers), ...open.map(({ unansweredAt }) => unansweredAt)]);

/** A command that has ended. `outcome` is the unit's word, `unanswered` or `refused by the server`. */
export interface EndedCommand {
  commandId: string;
  command: string;
  outcome: string;
  text: string | undefined;
}

type CommandMessage = Extract<ConsoleMessage, { commandId: string }>;
export const isAboutCommand = (message: ConsoleMessage): message is CommandMessage => 'commandId' in message;

const KEEP_ALIVES_KNOWN = 20;

/** One turn of a console: what an input does to its line, and what is to be done about it. Lives for one input only. */
export class LineTurn {
  readonly now: number;
  readonly effects: ConsoleEffect[] = [];
  line: Line;

  constructor(line: Line, now: number) {
    this.line = line;
    this.now = now;
  }

  change(change: Partial<Line>) {
    this.line = { ...this.line, ...change };
  }

  schedule(timer: string, after: number) {
    this.change({ timers: withTimer(this.line.timers, timer, this.now + after) });
  }

  cancel(...timers: readonly string[]) {
    this.change({ timers: withoutTimers(this.line.timers, ...timers) });
  }

  cancelAll() {
    this.change({ timers: {} });
  }

  /** The timers that are due, which are then no longer set. */
  takeDue(): string[] {
    const due = dueTimers(this.line.timers, this.now);
    this.cancel(...due);
    return due;
  }

  /** A line about the connection. */
  note(text: string, failure = false) {
    this.change({
      transcript: withEntry(this.line.transcript, {
        id: this.#nextId(),
        at: this.now,
        kind: 'console',
        text,
        ...(failure && { failure }),
      }),
    });
  }

  /** Sends a command. Keep-alives leave no trace in the transcript. */
  send(command: string, given: ArgumentValues = {}): string {
    const commandId = this.#nextId();
    this.effects.push({ do: 'send', commandId, command, arguments: given });
    this.change({ open: [...this.line.open, { commandId, command, unansweredAt: this.now + COMMAND_PATIENCE }] });
    if (command === KEEP_ALIVE) this.#rememberKeepAlive(commandId);
    else {
      const text = [command, ...Object.values(given).map(String)].join(' ');
      const entry = { id: commandId, at: this.now, kind: 'command', text, stage: 'sent' } as const;
      this.change({ transcript: withEntry(this.line.transcript, entry) });
    }
    return commandId;
  }

  /** Whether a message is only about keeping a connection; remembers whose. */
  isKeepAlive(message: ConsoleMessage): boolean {
    if (!isAboutCommand(message)) return false;
    if (message.command === KEEP_ALIVE) this.#rememberKeepAlive(message.commandId);
    return this.line.keepAlives.includes(message.commandId);
  }

  /** Follows a command; gives the command where this ends one of ours. */
  follow(message: CommandMessage): EndedCommand | undefined {
    const { commandId } = message;
    if (message.event !== 'CommandResult') {
      if (message.event === 'CommandReceived') this.#stage(commandId, { stage: 'received' });
      return undefined;
    }
    const { outcome, text, answer } = message;
    const words = [outcome !== 'done' && outcomeWords(outcome), text, answerWords(answer)].filter(Boolean).join(', ');
    this.#stage(commandId, { stage: outcome === 'done' ? 'done' : 'failed', ...(words && { answer: words }) });
    return this.#end(commandId, outcome, text);
  }

  /** The server did not take the command. */
  refuse(commandId: string, message: string): EndedCommand | undefined {
    this.#stage(commandId, { stage: 'failed', answer: message });
    return this.#end(commandId, 'refused by the server', message);
  }

  /** What the unit said is the answer to the command, whether its result comes or not. */
  settle(commandId: string) {
    this.#stage(commandId, { stage: 'done' });
    this.#end(commandId, 'done', undefined);
  }

  /** Gives up the commands whose time is over. */
  giveUpLate(): EndedCommand[] {
    const late = this.line.open.filter(({ unansweredAt }) => unansweredAt <= this.now);
    return late.flatMap(({ commandId }) => {
      this.#stage(commandId, { stage: 'unanswered', answer: 'No answer within 6 s' });
      return this.#end(commandId, 'unanswered', undefined) ?? [];
    });
  }

  /** Whether such a command was given and has not ended. */
  isUnderWay(command: string): boolean {
    return this.line.open.some((one) => one.command === command);
  }

  /** Waits for no command any more. */
  dropCommands() {
    for (const { commandId } of this.line.open) this.#stage(commandId, { stage: 'unanswered' });
    this.change({ open: [] });
  }

  #end(commandId: string, outcome: string, text: string | undefined): EndedCommand | undefined {
    const ended = this.line.open.find((one) => one.commandId === commandId);
    if (!ended) return undefined;
    this.change({ open: this.line.open.filter((one) => one !== ended) });
    return { commandId, command: ended.command, outcome, text };
  }

  #stage(id: string, change: { stage: 'received' | 'done' | 'failed' | 'unanswered'; answer?: string }) {
    this.change({ transcript: withChange(this.line.transcript, id, change) });
  }

  #rememberKeepAlive(commandId: string) {
    if (this.line.keepAlives.includes(commandId)) return;
    this.change({ keepAlives: [...this.line.keepAlives, commandId].slice(-KEEP_ALIVES_KNOWN) });
  }

  #nextId(): string {
    this.change({ count: this.line.count + 1 });
    return `${this.line.consoleId}-${this.line.count}`;
  }
}

const OUTCOMES: Readonly<Record<string, string>> = {
  failed: 'failed',
  refused: 'refused by the unit',
  unknownCommand: 'the unit does not know this command',
  badArgument: 'the unit cannot use what it was told',
  expired: 'not begun in time',
  lost: 'sent, but no answer came',
  unanswered: 'no answer',
};

/** What came of a command, in words. */
export const outcomeWords = (outcome: string) => OUTCOMES[outcome] ?? outcome;

const answerWords = (answer: ArgumentValues) =>
  Object.entries(answer)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
