import { SECOND } from '../time.ts';
import type { ConsoleMessage } from './console-message.ts';
import { KEEP_ALIVE } from './keep-alive.ts';
import {
  type ConnectionState,
  type ConsoleEffect,
  type ConsoleInput,
  type EndedCommand,
  type Line,
  outcomeWords,
} from './line.ts';
import { LineTurn } from './line-turn.ts';
import { CONNECTION_CLOSED } from './messages.ts';
import { reportWords } from './report-words.ts';

export const KEEP_ALIVE_INTERVAL_MS = 50 * SECOND;
/** A message is cleared this long after the last message of the unit [P2-S76]. */
const MESSAGE_DURATION_MS = 6 * SECOND;

type Own<State> = Omit<State, 'line'>;
type InputOf<Input, Kind> = Extract<Input, { kind: Kind }>;

/** The console of a model family: what it does on each input, message and timer, beyond what all consoles do. */
export interface ConsoleMachine<State extends { line: Line }, Input extends { kind: string } = never> {
  /** The part of the state that every change of the connection resets. */
  atRest: (connection: ConnectionState) => Partial<Own<State>>;
  connect: (turn: Turn<State>) => void;
  inputs: {
    readonly [K in 'tcpConnected' | 'tcpFailed' | 'listening' | Input['kind']]: (
      turn: Turn<State>,
      input: InputOf<ConsoleInput | Input, K>,
    ) => void;
  };
  /** Messages of a closed console are ignored if this is false. */
  readsWhenClosed: boolean;
  messages: {
    readonly [E in Exclude<ConsoleMessage, { commandId: string }>['event']]: (
      turn: Turn<State>,
      message: ConsoleMessage & { readonly event: E },
    ) => void;
  };
  timers: Readonly<Record<string, (turn: Turn<State>) => void>>;
  keepAliveInterval: (own: Own<State>) => number;
  /** The server rejected the subscription. */
  topicRefused: (turn: Turn<State>) => void;
  /** The server rejected a command. True: nothing is left to do. */
  commandRefused: (turn: Turn<State>, ended: EndedCommand, message: string) => boolean;
  /** A command has a result. True: nothing is left to do. */
  commandEnded: (turn: Turn<State>, ended: EndedCommand) => boolean;
}

type Step<State, Input> = (
  state: State,
  input: Input,
  now: number,
) => { state: State; effects: readonly ConsoleEffect[] };

/** Makes the function that applies an input at `now` (milliseconds since 1970) to a console of this family. */
export const stepOf =
  <State extends { line: Line }, Input extends { kind: string } = never>(
    machine: ConsoleMachine<State, Input>,
  ): Step<State, ConsoleInput | Input> =>
  (state, input, now) => {
    const turn = new Turn(state, now, machine as ConsoleMachine<State>);
    turn.take(input as ConsoleInput);
    return { state: turn.state, effects: turn.effects };
  };

/** One input to a console. */
export class Turn<State extends { line: Line }> extends LineTurn {
  own: Own<State>;
  readonly #machine: ConsoleMachine<State>;

  constructor({ line, ...own }: State, now: number, machine: ConsoleMachine<State>) {
    super(line, now);
    this.own = own;
    this.#machine = machine;
  }

  get state(): State {
    return { ...this.own, line: this.line } as unknown as State;
  }

  set(change: Partial<Own<State>>) {
    this.own = { ...this.own, ...change };
  }

  take(input: ConsoleInput) {
    switch (input.kind) {
      case 'connect':
        this.reset('connecting', undefined);
        this.note('Connecting to the unit');
        return this.#machine.connect(this);
      case 'disconnect':
        return this.close('closed', undefined);
      case 'socketClosed':
        return this.isOpen ? this.close('closed', CONNECTION_CLOSED) : undefined;
      case 'command':
        if (this.isConnected) this.send(input.command, input.arguments);
        return undefined;
      case 'recorded':
        return this.recorded(input.requestId, input.commandId);
      case 'refused':
        return this.#refused(input);
      case 'heard':
        return this.#read(input.message);
      case 'time':
        return this.#time();
      default:
        return this.#machine.inputs[input.kind](this, input as never);
    }
  }

  reset(connection: ConnectionState, message: string | undefined) {
    this.enter(connection, message);
    this.set(this.#machine.atRest(connection));
  }

  close(connection: 'closed' | 'error', message: string | undefined) {
    this.reset(connection, message);
    this.note(message ?? 'Disconnected', connection === 'error');
    this.effects.push({ do: 'stopListening' });
  }

  connected() {
    this.change({ connection: 'connected', message: undefined, connectedAt: this.now });
    this.note('Connected');
    this.schedule('keepAlive', KEEP_ALIVE_INTERVAL_MS);
  }

  /** Shows a message for a while. */
  show(message: string) {
    this.change({ message });
    this.schedule('message', MESSAGE_DURATION_MS);
  }

  #refused({ requestId, message }: InputOf<ConsoleInput, 'refused'>) {
    if (requestId === undefined) return this.#machine.topicRefused(this);
    const ended = this.refuse(requestId, message);
    if (!ended || ended.command === KEEP_ALIVE) return;
    if (!this.#machine.commandRefused(this, ended, message)) this.show(message);
  }

  #read(message: ConsoleMessage) {
    if (!this.isOpen && !this.#machine.readsWhenClosed) return;
    if ('commandId' in message && this.isKeepAlive(message)) {
      this.follow(message);
      return;
    }
    if (this.isConnected) this.schedule('message', MESSAGE_DURATION_MS);
    if ('commandId' in message) return this.#ended(this.follow(message));
    if ('report' in message) this.noteReport(message.id, reportWords(message.report), message.raw);
    this.#machine.messages[message.event](this, message as never);
  }

  #ended(ended: EndedCommand | undefined) {
    if (!ended || this.#machine.commandEnded(this, ended)) return;
    const { command, outcome, text } = ended;
    this.show(outcome === 'done' ? (text ?? `${command} done`) : `${command}: ${text ?? outcomeWords(outcome)}`);
  }

  #time() {
    for (const timer of this.takeDue()) this.#due(timer);
    for (const { command, sent } of this.takeLate()) {
      if (command === KEEP_ALIVE || !this.isConnected) continue;
      this.show(`${command}: ${sent ? 'no answer within 6 s' : 'not sent yet'}`);
    }
  }

  #due(timer: string) {
    if (timer === 'keepAlive') {
      if (this.isConnected) this.send(KEEP_ALIVE);
      else this.effects.push({ do: 'keepCustody' });
      this.schedule('keepAlive', this.#machine.keepAliveInterval(this.own));
    } else if (timer === 'message') {
      // A message that says why there is no connection stays.
      if (this.isConnected) this.change({ message: undefined });
    } else this.#machine.timers[timer]?.(this);
  }
}
