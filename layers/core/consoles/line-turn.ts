import { type ArgumentValues, KEEP_ALIVE } from './commands.ts';
import type { ConsoleMessage } from './console-message.ts';
import {
  COMMAND_TIMEOUT_MS,
  type ConnectionState,
  type ConsoleEffect,
  type EndedCommand,
  type Line,
  outcomeWords,
} from './line.ts';
import { type TranscriptEntry, withChange, withEntry } from './transcript.ts';

export type CommandMessage = Extract<ConsoleMessage, { commandId: string }>;

const MAX_KEEP_ALIVES = 20;

/** Changes a console's line during one input, and collects the effects. */
export class LineTurn {
  readonly now: number;
  readonly effects: ConsoleEffect[] = [];
  line: Line;

  constructor(line: Line, now: number) {
    this.line = line;
    this.now = now;
  }

  get isConnected() {
    return this.line.connection === 'connected';
  }

  get isConnecting() {
    return this.line.connection === 'connecting';
  }

  get isOpen() {
    return this.isConnected || this.isConnecting;
  }

  change(change: Partial<Line>) {
    this.line = { ...this.line, ...change };
  }

  schedule(timer: string, afterMs: number) {
    this.change({ timers: { ...this.line.timers, [timer]: this.now + afterMs } });
  }

  cancel(...names: readonly string[]) {
    const timers = Object.entries(this.line.timers).filter(([name]) => !names.includes(name));
    this.change({ timers: Object.fromEntries(timers) });
  }

  /** Removes the timers that are due and returns them, the earliest first. */
  takeDue(): string[] {
    const due = Object.entries(this.line.timers)
      .filter(([, at]) => at <= this.now)
      .sort(([, left], [, right]) => left - right)
      .map(([name]) => name);
    this.cancel(...due);
    return due;
  }

  /** Adds a line about the connection to the transcript. */
  note(text: string, failure = false) {
    this.#enter({ id: this.#nextId(), at: this.now, kind: 'console', text, ...(failure && { failure }) });
  }

  /** Adds a line of the unit to the transcript. */
  noteReport(id: string, text: string, raw: string | undefined) {
    this.#enter({ id, at: this.now, kind: 'unit', text, ...(raw !== undefined && { raw }) });
  }

  /** Sends a command and returns its id. Keep-alives do not appear in the transcript. */
  send(command: string, given: ArgumentValues = {}): string {
    const commandId = this.#nextId();
    this.effects.push({ do: 'send', commandId, command, arguments: given });
    this.change({ open: [...this.line.open, { commandId, command, unansweredAt: this.now + COMMAND_TIMEOUT_MS }] });
    if (command === KEEP_ALIVE) this.#rememberKeepAlive(commandId);
    else {
      const text = [command, ...Object.values(given).map(String)].join(' ');
      this.#enter({ id: commandId, at: this.now, kind: 'command', text, stage: 'sent' });
    }
    return commandId;
  }

  /** True for a message about a keep-alive, also one of another console. */
  isKeepAlive(message: CommandMessage): boolean {
    if (message.command === KEEP_ALIVE) this.#rememberKeepAlive(message.commandId);
    return this.line.keepAlives.includes(message.commandId);
  }

  /** Updates a command in the transcript. Returns it if this ends a command of this console. */
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

  /** Ends a command that the server rejected. */
  refuse(commandId: string, message: string): EndedCommand | undefined {
    this.#stage(commandId, { stage: 'failed', answer: message });
    return this.#end(commandId, 'refused by the server', message);
  }

  /** Ends a command that the unit has answered with a report, whether its result comes or not. */
  settle(commandId: string) {
    this.#stage(commandId, { stage: 'done' });
    this.#end(commandId, 'done', undefined);
  }

  /** Ends the commands whose time is over and returns them. */
  giveUpLate(): EndedCommand[] {
    const late = this.line.open.filter(({ unansweredAt }) => unansweredAt <= this.now);
    return late.flatMap(({ commandId }) => {
      this.#stage(commandId, { stage: 'unanswered', answer: 'No answer within 6 s' });
      return this.#end(commandId, 'unanswered', undefined) ?? [];
    });
  }

  isUnderWay(command: string): boolean {
    return this.line.open.some((one) => one.command === command);
  }

  dropCommands() {
    for (const { commandId } of this.line.open) this.#stage(commandId, { stage: 'unanswered' });
    this.change({ open: [] });
  }

  /** Enters another state of the connection: no timer runs on and no command is waited for. */
  enter(connection: ConnectionState, message: string | undefined) {
    this.dropCommands();
    this.change({ timers: {}, connection, message, connectedAt: undefined });
  }

  #enter(entry: TranscriptEntry) {
    this.change({ transcript: withEntry(this.line.transcript, entry) });
  }

  #end(commandId: string, outcome: string, text: string | undefined): EndedCommand | undefined {
    const ended = this.line.open.find((one) => one.commandId === commandId);
    if (!ended) return undefined;
    this.change({ open: this.line.open.filter((one) => one !== ended) });
    return { commandId, command: ended.command, outcome, text };
  }

  #stage(id: string, change: Pick<TranscriptEntry, 'stage' | 'answer'>) {
    this.change({ transcript: withChange(this.line.transcript, id, change) });
  }

  #rememberKeepAlive(commandId: string) {
    if (this.line.keepAlives.includes(commandId)) return;
    this.change({ keepAlives: [...this.line.keepAlives, commandId].slice(-MAX_KEEP_ALIVES) });
  }

  #nextId(): string {
    this.change({ count: this.line.count + 1 });
    return `${this.line.consoleId}-${this.line.count}`;
  }
}

const answerWords = (answer: ArgumentValues) =>
  Object.entries(answer)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
