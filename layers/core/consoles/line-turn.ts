import type { ArgumentValues } from './arguments.ts';
import type { ConsoleMessage } from './console-message.ts';
import { KEEP_ALIVE } from './keep-alive.ts';
import {
  COMMAND_TIMEOUT_MS,
  type ConnectionState,
  type ConsoleEffect,
  type EndedCommand,
  type Line,
  type OpenCommand,
  outcomeWords,
} from './line.ts';
import { type TranscriptEntry, withChange, withEntry } from './transcript.ts';

export type CommandMessage = Extract<ConsoleMessage, { commandId: string }>;

const NOT_SENT_YET = 'Not sent within 6 s. It still waits for its turn';
const NOT_SENT_BEFORE_END = 'Not sent yet when the connection closed';
const MAX_KEEP_ALIVES = 20;
/** Enough for the results that can still come. */
const MAX_RECORDED = 50;

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

  /** Asks the server to send a command, and returns the id of the request. Keep-alives do not appear in the transcript. */
  send(command: string, given: ArgumentValues = {}): string {
    const requestId = this.#nextId();
    this.effects.push({ do: 'send', requestId, command, arguments: given });
    this.change({
      open: [...this.line.open, { requestId, command, sent: false, dueAt: this.now + COMMAND_TIMEOUT_MS }],
    });
    if (command !== KEEP_ALIVE) {
      const text = [command, ...Object.values(given).map(String)].join(' ');
      this.#enter({ id: requestId, at: this.now, kind: 'command', text, stage: 'queued' });
    }
    return requestId;
  }

  /** The server has stored a command of this console under `commandId`. */
  recorded(requestId: string, commandId: string) {
    if (!requestId.startsWith(`${this.line.consoleId}-`)) return;
    this.change({ recorded: [...this.line.recorded, { requestId, commandId }].slice(-MAX_RECORDED) });
    const isKeepAlive = this.line.open.some((one) => one.requestId === requestId && one.command === KEEP_ALIVE);
    if (isKeepAlive) this.#rememberKeepAlive(commandId);
  }

  /** True for a message about a keep-alive, also one of another console. */
  isKeepAlive(message: CommandMessage): boolean {
    if (message.command === KEEP_ALIVE) this.#rememberKeepAlive(message.commandId);
    return this.line.keepAlives.includes(message.commandId);
  }

  /** Updates a command in the transcript. Returns it if this ends a command of this console. */
  follow(message: CommandMessage): EndedCommand | undefined {
    const requestId = this.line.recorded.find(({ commandId }) => commandId === message.commandId)?.requestId;
    if (requestId === undefined) {
      this.#followOther(message);
      return undefined;
    }
    if (message.event === 'CommandSent') this.#sent(requestId, message.raw);
    if (message.event === 'CommandReceived') this.#stage(requestId, { stage: 'received' });
    if (message.event !== 'CommandResult') return undefined;
    this.#stage(requestId, endOf(message));
    return this.#end(requestId, message.outcome, message.text);
  }

  /** Ends a command that the server rejected. */
  refuse(requestId: string, message: string): EndedCommand | undefined {
    this.#stage(requestId, { stage: 'failed', answer: message });
    return this.#end(requestId, 'refused by the server', message);
  }

  /** Ends a command that the unit has answered with a report, whether its result comes or not. */
  settle(requestId: string) {
    this.#stage(requestId, { stage: 'done' });
    this.#end(requestId, 'done', undefined);
  }

  /** Ends the sent commands whose time is over. Those not sent yet go on. Returns both. */
  takeLate(): OpenCommand[] {
    const late = this.line.open.filter(({ dueAt }) => dueAt !== undefined && dueAt <= this.now);
    for (const { requestId, sent, command } of late) {
      if (sent || command === KEEP_ALIVE) {
        this.#stage(requestId, { stage: 'unanswered', answer: 'No answer within 6 s' });
        this.#end(requestId, 'unanswered', undefined);
      } else {
        this.#stage(requestId, { answer: NOT_SENT_YET });
        this.#changeOpen(requestId, { dueAt: undefined });
      }
    }
    return late;
  }

  /** The unit may have received this command, and has not answered it yet. */
  isUnderWay(command: string): boolean {
    return this.line.open.some((one) => one.command === command && one.sent);
  }

  dropCommands() {
    for (const { requestId, sent } of this.line.open)
      this.#stage(requestId, { stage: 'unanswered', ...(!sent && { answer: NOT_SENT_BEFORE_END }) });
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

  /** A command that did not come from this console: that of a colleague whom its reader follows, or of a reminder. */
  #followOther(message: CommandMessage) {
    // Apart from the ids of requests.
    const id = `elsewhere-${message.commandId}`;
    if (message.event === 'CommandResult') return this.#stage(id, endOf(message));
    if (message.event === 'CommandReceived') return this.#stage(id, { stage: 'received' });
    const text = `${message.command} (sent elsewhere)`;
    const { raw } = message;
    return this.#enter({ id, at: message.at, kind: 'command', text, stage: 'sent', ...(raw !== undefined && { raw }) });
  }

  /** Its time counts from now on: commands before it may have taken long. */
  #sent(requestId: string, raw: string | undefined) {
    this.#stage(requestId, { stage: 'sent', answer: '', ...(raw !== undefined && { raw }) });
    this.#changeOpen(requestId, { sent: true, dueAt: this.now + COMMAND_TIMEOUT_MS });
  }

  #changeOpen(requestId: string, change: Partial<OpenCommand>) {
    this.change({ open: this.line.open.map((one) => (one.requestId === requestId ? { ...one, ...change } : one)) });
  }

  #end(requestId: string, outcome: string, text: string | undefined): EndedCommand | undefined {
    const ended = this.line.open.find((one) => one.requestId === requestId);
    if (!ended) return undefined;
    this.change({ open: this.line.open.filter((one) => one !== ended) });
    return { requestId, command: ended.command, outcome, text };
  }

  #stage(id: string, change: Pick<TranscriptEntry, 'stage' | 'answer' | 'raw'>) {
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

/** How a result is shown at its command. */
function endOf({ outcome, text, answer }: CommandMessage & { event: 'CommandResult' }) {
  const words = [outcome !== 'done' && outcomeWords(outcome), text, answerWords(answer)].filter(Boolean).join(', ');
  return { stage: outcome === 'done' ? 'done' : 'failed', ...(words && { answer: words }) } as const;
}

const answerWords = (answer: ArgumentValues) =>
  Object.entries(answer)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
