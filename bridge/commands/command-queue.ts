import { isOfKind } from '#core/consoles/command-id.ts';
import type { ConsoleMessage } from '#core/consoles/console-message.ts';
import { consoleTopic } from '#core/live/messages.ts';
import type { CommandResult } from '#core/unit-messages/session.ts';
import type { Values } from '#core/unit-messages/values.ts';
import type { UnitCommand } from '#protocol/command-port.ts';
import type { CommandReply, DueCommand, Ports } from '../ports.ts';

/** Ended commands that are remembered, so that a repeated request does not start one again. */
const MAX_REMEMBERED = 20;

/** What the queue uses of the unit's connection. */
export interface CommandHost {
  readonly UnitSerNum: string;
  readonly ports: Ports;
  readonly now: () => number;
  readonly maxWaiting: number;
  readonly resultTimeoutMs: number;
  /** Why the command must not be sent now; undefined if it may. */
  heldBack(command: UnitCommand): Promise<string | undefined>;
  /** The same by what the unit itself has said on this connection: no table is read. */
  heldBackByUnit(command: UnitCommand): string | undefined;
  /** Writes the command to the unit. */
  send(command: UnitCommand): SentFrame;
}

export interface SentFrame {
  readonly sequence: number;
  /** In hexadecimal. */
  readonly raw: string;
}

interface Waiting {
  readonly command: UnitCommand;
  /** Sent on an earlier connection: when its time is over it is lost, not expired. */
  readonly sentBefore: boolean;
}

interface Open {
  readonly command: UnitCommand;
  readonly sequence: number;
}

export type Addition = 'accepted' | 'full' | 'closed';

/** The commands of one connected unit: one is open, the others wait. */
export class CommandQueue {
  readonly #host: CommandHost;
  #open: Open | undefined;
  readonly #waiting: Waiting[] = [];
  readonly #ended: string[] = [];
  #running: Promise<void> | undefined;
  #runAgain = false;
  #held = false;
  #closed = false;
  #usedAt = 0;

  constructor(host: CommandHost) {
    this.#host = host;
  }

  /** No command is open or about to be sent. */
  get isQuiet(): boolean {
    return !this.#open && !this.#running;
  }

  /** When the last command of a person at a console came, milliseconds. */
  get usedAt(): number {
    return this.#usedAt;
  }

  /** Takes a new command, unless too many wait already. */
  offer(command: UnitCommand): Addition {
    const isFull = this.#waiting.length >= this.#host.maxWaiting;
    return isFull && !this.#closed && !this.#knows(command.commandId) ? 'full' : this.add(command);
  }

  /** Takes a command that was accepted before, however many wait. A known command is accepted and changes nothing. */
  add(command: UnitCommand, sentBefore = false): Exclude<Addition, 'full'> {
    if (this.#closed) return 'closed';
    if (this.#knows(command.commandId)) return 'accepted';
    if (isOfKind('console', command.commandId)) this.#usedAt = this.#host.now();
    this.#waiting.push({ command, sentBefore });
    this.#run();
    return 'accepted';
  }

  /** The unit has received the command of that frame. */
  received(sequence: number): void {
    if (this.#open?.sequence !== sequence) return;
    const { commandId, command } = this.#open.command;
    this.#publish({ event: 'CommandReceived', commandId, command });
  }

  /** Ends a command with the unit's result. The command may have been sent on an earlier connection. */
  async result(message: CommandResult): Promise<void> {
    const open = this.#open?.command.commandId === message.commandId ? this.#open.command : undefined;
    const reply: CommandReply = {
      outcome: message.outcome,
      ...(message.text !== undefined && { text: message.text }),
      answer: message.answer,
    };
    try {
      const ended = await this.#host.ports.commands.done(this.#host.UnitSerNum, message.commandId, reply);
      // The consumer of the ingest queue may have ended the record before; the open command's result is published all the same.
      if (ended || open) this.#publishResult(message.commandId, open?.command, reply);
    } finally {
      this.#forget(message.commandId);
      this.#run();
    }
  }

  /** Gives up commands whose time is over. */
  expire(): void {
    const late = this.#open && this.#isOver(this.#open.command.expiresAt + this.#host.resultTimeoutMs);
    const heldUp = !this.#open && this.#waiting.length > 0;
    if (late || heldUp || this.#waiting.some(({ command }) => this.#isOver(command.expiresAt))) this.#run();
  }

  /** Sends no further command; the open one may still get its result. */
  hold(): void {
    this.#held = true;
  }

  /** Closes the queue and returns the commands without a result, the open one first. */
  close(): DueCommand[] {
    this.#closed = true;
    const open = this.#open ? [{ ...this.#open.command, sent: true }] : [];
    this.#open = undefined;
    const waiting = this.#waiting.splice(0).map(({ command, sentBefore }) => ({ ...command, sent: sentBefore }));
    return [...open, ...waiting];
  }

  #knows(commandId: string): boolean {
    return (
      this.#open?.command.commandId === commandId ||
      this.#waiting.some(({ command }) => command.commandId === commandId) ||
      this.#ended.includes(commandId)
    );
  }

  #forget(commandId: string): void {
    if (this.#open?.command.commandId === commandId) this.#open = undefined;
    const at = this.#waiting.findIndex(({ command }) => command.commandId === commandId);
    if (at >= 0) this.#waiting.splice(at, 1);
    this.#ended.push(commandId);
    if (this.#ended.length > MAX_REMEMBERED) this.#ended.shift();
  }

  /** Sends what can be sent. Runs once at a time; a call meanwhile makes it run again. */
  #run(): void {
    if (this.#running) {
      this.#runAgain = true;
      return;
    }
    this.#running = this.#advance()
      .catch((error: unknown) => {
        // The record could not be reached; the next sweep tries again.
        this.#host.ports.log('warn', 'Commands are held up', {
          UnitSerNum: this.#host.UnitSerNum,
          error: String(error),
        });
      })
      .finally(() => {
        this.#running = undefined;
        if (!this.#runAgain) return;
        this.#runAgain = false;
        this.#run();
      });
  }

  async #advance(): Promise<void> {
    const open = this.#open?.command;
    if (open && this.#isOver(open.expiresAt + this.#host.resultTimeoutMs)) await this.#giveUp(open, 'lost');
    for (const late of this.#waiting.filter(({ command }) => this.#isOver(command.expiresAt))) await this.#drop(late);

    for (let next = this.#waiting[0]; next && this.#maySend; next = this.#waiting[0]) {
      const { command } = next;
      const reason = await this.#host.heldBack(command);
      if (reason !== undefined) {
        await this.#holdBack(next, reason);
        continue;
      }
      const mark = await this.#host.ports.commands.sent(this.#host.UnitSerNum, command.commandId);
      if (!this.#maySend) return;
      // The unit may have raised an alarm while the record was written.
      const latest = this.#host.heldBackByUnit(command);
      if (mark === 'ended') this.#forget(command.commandId);
      else if (mark !== 'marked') this.#refuse(next, mark.refused);
      else if (this.#isOver(command.expiresAt)) await this.#drop(next);
      else if (latest !== undefined) await this.#holdBack(next, latest);
      else if (this.#waiting[0] === next) {
        this.#waiting.shift();
        const { sequence, raw } = this.#host.send(command);
        this.#open = { command, sequence };
        this.#publish({ event: 'CommandSent', commandId: command.commandId, command: command.command, raw });
      }
    }
  }

  get #maySend(): boolean {
    return !this.#open && !this.#held && !this.#closed;
  }

  #isOver(time: number): boolean {
    return time <= this.#host.now();
  }

  #drop({ command, sentBefore }: Waiting): Promise<void> {
    return this.#giveUp(command, sentBefore ? 'lost' : 'expired');
  }

  /** What was sent on an earlier connection may have been done. */
  async #holdBack(waiting: Waiting, text: string): Promise<void> {
    const { command, sentBefore } = waiting;
    if (sentBefore) return this.#drop(waiting);
    const reply: CommandReply = { outcome: 'heldBack', text, answer: {} };
    const ended = await this.#host.ports.commands.done(this.#host.UnitSerNum, command.commandId, reply);
    this.#forget(command.commandId);
    if (ended) this.#publishResult(command.commandId, command.command, reply);
  }

  /** Its record has ended. */
  #refuse({ command, sentBefore }: Waiting, text: string): void {
    this.#forget(command.commandId);
    const told = sentBefore ? { outcome: 'lost' as const } : { outcome: 'expired' as const, text };
    this.#publishResult(command.commandId, command.command, { ...told, answer: {} });
  }

  async #giveUp(command: UnitCommand, outcome: 'lost' | 'expired'): Promise<void> {
    const ended = await this.#host.ports.commands.expired(this.#host.UnitSerNum, command.commandId);
    this.#forget(command.commandId);
    if (ended) this.#publishResult(command.commandId, command.command, { outcome, answer: {} });
  }

  #publish(
    message: Omit<Extract<ConsoleMessage, { event: 'CommandSent' | 'CommandReceived' }>, 'UnitSerNum' | 'at'>,
  ): void {
    const { UnitSerNum, ports, now } = this.#host;
    ports.publisher.publish(consoleTopic(UnitSerNum), { ...message, UnitSerNum, at: now() });
  }

  #publishResult(
    commandId: string,
    command: string | undefined,
    { outcome, text, answer }: { outcome: CommandReply['outcome'] | 'lost'; text?: string; answer: Values },
  ): void {
    const { UnitSerNum, ports, now } = this.#host;
    ports.publisher.publish(consoleTopic(UnitSerNum), {
      event: 'CommandResult',
      UnitSerNum,
      commandId,
      ...(command !== undefined && { command }),
      outcome,
      ...(text !== undefined && { text }),
      answer,
      at: now(),
    });
  }
}
