import { consoleTopicOf } from '#protocol/live-message.ts';
import type { CommandResult, Values } from '#protocol/messages.ts';
import type { CommandReply, DueCommand, Ports, UnitCommand } from './ports.ts';

/** How many ended commands are remembered, so that a repeated request starts none a second time. */
const REMEMBERED = 20;

/** What the commands of a unit need of its connection. */
export interface CommandHost {
  readonly UnitSerNum: string;
  readonly ports: Ports;
  readonly now: () => number;
  readonly maxWaiting: number;
  readonly resultPatience: number;
  /** Writes the command to the unit and returns the sequence number of its frame. */
  send(command: UnitCommand): number;
}

interface Waiting {
  readonly command: UnitCommand;
  /** It was sent on an earlier connection, so that it is lost, not expired, when its time is over. */
  readonly sentBefore: boolean;
}

interface Open {
  readonly command: UnitCommand;
  readonly sequence: number;
}

export type Addition = 'accepted' | 'full' | 'closed';

/** The commands of one connected unit: one is open, the others wait. */
export class CommandLine {
  readonly #host: CommandHost;
  #open: Open | undefined;
  readonly #waiting: Waiting[] = [];
  readonly #ended: string[] = [];
  #moving: Promise<void> | undefined;
  #again = false;
  #held = false;
  #closed = false;

  constructor(host: CommandHost) {
    this.#host = host;
  }

  /** No command is open or about to be. */
  get isQuiet(): boolean {
    return !this.#open && !this.#moving;
  }

  /** Takes a new command, unless too many wait already. */
  offer(command: UnitCommand): Addition {
    const isFull = this.#waiting.length >= this.#host.maxWaiting;
    return isFull && !this.#closed && !this.#knows(command.commandId) ? 'full' : this.add(command);
  }

  /**
   * Takes a command that the record had before: somebody counts on it, however many wait. The same one again is accepted and
   * changes nothing.
   */
  add(command: UnitCommand, sentBefore = false): Exclude<Addition, 'full'> {
    if (this.#closed) return 'closed';
    if (this.#knows(command.commandId)) return 'accepted';
    this.#waiting.push({ command, sentBefore });
    this.#move();
    return 'accepted';
  }

  /** The unit has taken over the command of that frame. */
  received(sequence: number): void {
    if (this.#open?.sequence !== sequence) return;
    const { commandId, command } = this.#open.command;
    this.#publish('CommandReceived', commandId, command);
  }

  /** The unit tells what came of a command, maybe of one that was sent on an earlier connection. */
  async result(message: CommandResult): Promise<void> {
    const open = this.#open?.command.commandId === message.commandId ? this.#open.command : undefined;
    const reply: CommandReply = {
      outcome: message.outcome,
      ...(message.text !== undefined && { text: message.text }),
      answer: message.answer,
    };
    try {
      const ended = await this.#host.ports.commands.done(this.#host.UnitSerNum, message.commandId, reply);
      // Who reads the queue may have ended the record before: whoever waits on this line hears of it all the same.
      if (ended || open) this.#publishResult(message.commandId, open?.command, reply);
    } finally {
      this.#forget(message.commandId);
      this.#move();
    }
  }

  /** Gives up what took too long; called now and then. */
  expire(): void {
    const late = this.#open && this.#isOver(this.#open.command.expiresAt + this.#host.resultPatience);
    const heldUp = !this.#open && this.#waiting.length > 0;
    if (late || heldUp || this.#waiting.some(({ command }) => this.#isOver(command.expiresAt))) this.#move();
  }

  /** Sends no further command; the open one may still get its result. */
  hold(): void {
    this.#held = true;
  }

  /** Ends the line and returns the commands that have no result yet, the open one first. */
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
    if (this.#ended.length > REMEMBERED) this.#ended.shift();
  }

  /** Sends what can be sent. Runs once at a time; what comes up meanwhile makes it run again. */
  #move(): void {
    if (this.#moving) {
      this.#again = true;
      return;
    }
    this.#moving = this.#advance()
      .catch((error: unknown) => {
        // The record could not be reached; the next look at the line tries again.
        this.#host.ports.log('warn', 'Commands are held up', {
          UnitSerNum: this.#host.UnitSerNum,
          error: String(error),
        });
      })
      .finally(() => {
        this.#moving = undefined;
        if (!this.#again) return;
        this.#again = false;
        this.#move();
      });
  }

  async #advance(): Promise<void> {
    const open = this.#open?.command;
    if (open && this.#isOver(open.expiresAt + this.#host.resultPatience)) await this.#giveUp(open, 'lost');
    for (const late of this.#waiting.filter(({ command }) => this.#isOver(command.expiresAt))) await this.#drop(late);

    for (let next = this.#waiting[0]; next && this.#maySend; next = this.#waiting[0]) {
      const { command } = next;
      const mayBeSent = await this.#host.ports.commands.sent(this.#host.UnitSerNum, command.commandId);
      if (!this.#maySend) return;
      if (this.#isOver(command.expiresAt)) await this.#drop(next);
      else if (!mayBeSent) this.#forget(command.commandId);
      else if (this.#waiting[0] === next) {
        this.#waiting.shift();
        this.#open = { command, sequence: this.#host.send(command) };
        this.#publish('CommandSent', command.commandId, command.command);
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

  async #giveUp(command: UnitCommand, outcome: 'lost' | 'expired'): Promise<void> {
    const ended = await this.#host.ports.commands.expired(this.#host.UnitSerNum, command.commandId);
    this.#forget(command.commandId);
    if (ended) this.#publishResult(command.commandId, command.command, { outcome, answer: {} });
  }

  #publish(event: 'CommandSent' | 'CommandReceived', commandId: string, command: string): void {
    const { UnitSerNum, ports, now } = this.#host;
    ports.publisher.publish(consoleTopicOf(UnitSerNum), { event, UnitSerNum, commandId, command, at: now() });
  }

  #publishResult(
    commandId: string,
    command: string | undefined,
    { outcome, text, answer }: { outcome: CommandReply['outcome'] | 'lost'; text?: string; answer: Values },
  ): void {
    const { UnitSerNum, ports, now } = this.#host;
    ports.publisher.publish(consoleTopicOf(UnitSerNum), {
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
