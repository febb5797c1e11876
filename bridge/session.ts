import type { Socket } from 'node:net';
import { PROTOCOL_ERRORS } from '#protocol/errors.ts';
import { type Frame, FrameDecoder } from '#protocol/frames.ts';
import type { DisconnectReason } from '#protocol/ingest-message.ts';
import { consoleTopicOf } from '#protocol/live-message.ts';
import type { CommandResult, DownMessage } from '#protocol/messages.ts';
import { down } from '#protocol/models.ts';
import { CommandLine } from './command-line.ts';
import { type ConnectedUnit, hexOfFrame } from './connected-unit.ts';
import type { BridgeContext } from './context.ts';
import { logIn } from './login.ts';
import type { DueCommand, UnitCommand } from './ports.ts';
import { publishReport } from './publish-report.ts';
import { readFrames } from './reading.ts';

/** Unread bytes of one unit above which its connection is not read further until they are worked off. */
const ENOUGH_WAITING = 16 * 1024;

/** Why a connection ended; a superseded one ends without a word, since the unit is connected elsewhere. */
export type EndReason = DisconnectReason | 'superseded' | 'refused';

/**
 * One connection of a unit. Its bytes are worked off in a loop, one chunk after the other: read, stored, acknowledged, told.
 * So a unit's reports keep their order, and a unit that sends faster than they can be stored is not read for a while.
 */
export class Session {
  readonly #socket: Socket;
  readonly #context: BridgeContext;
  readonly #decoder: FrameDecoder;
  readonly #openedAt: number;
  #heardAt: number;
  #unit: ConnectedUnit | undefined;
  #commands: CommandLine | undefined;
  #waiting: Uint8Array[] | undefined;
  #waitingBytes = 0;
  #working = false;
  /** The last sequence number of a frame that the bridge began itself. */
  #spoken = 0;
  #endReason: EndReason | undefined;

  constructor(socket: Socket, context: BridgeContext) {
    this.#socket = socket;
    this.#context = context;
    this.#decoder = new FrameDecoder(context.config.maxBadFrames);
    this.#openedAt = context.now();
    this.#heardAt = this.#openedAt;
    socket.on('data', (chunk: Uint8Array) => this.#take(chunk));
    socket.on('end', () => this.#endAs('closed by unit'));
    socket.on('error', () => this.#endAs('connection failed'));
    socket.on('close', () => context.sessions.closed(this));
  }

  /** The unit, once it has logged in. */
  get unit(): ConnectedUnit | undefined {
    return this.#unit;
  }

  get endReason(): EndReason {
    return this.#endReason ?? 'connection failed';
  }

  get remoteAddress(): string {
    return this.#socket.remoteAddress ?? '';
  }

  get isClosed(): boolean {
    return this.#socket.closed;
  }

  /** Nothing of this unit is being stored and no command is open. */
  get isQuiet(): boolean {
    return !this.#working && (this.#commands?.isQuiet ?? true);
  }

  /** The unit's commands; made when the first one comes, since most units never get one while they are connected. */
  get commands(): CommandLine {
    this.#commands ??= new CommandLine({
      UnitSerNum: this.#unit!.UnitSerNum,
      ports: this.#context.ports,
      now: this.#context.now,
      maxWaiting: this.#context.config.maxWaitingCommands,
      resultPatience: this.#context.config.resultPatience,
      send: (command) => this.#sendCommand(command),
    });
    return this.#commands;
  }

  /** Looks at what has taken too long. */
  sweep(now: number): void {
    if (!this.#unit) {
      if (now - this.#openedAt >= this.#context.config.loginPatience) this.end('refused');
    } else if (now - this.#heardAt >= this.#context.config.heartbeatsMissed * this.#unit.heartbeatSeconds * 1000) {
      this.end('missed heartbeats');
    } else {
      this.#commands?.expire();
    }
  }

  /** Ends the connection at once. */
  end(reason: EndReason): void {
    this.#endAs(reason);
    this.#socket.destroy();
  }

  /** Begins no further command; {@link isQuiet} tells when the open one has its result. */
  holdCommands(): void {
    this.commands.hold();
  }

  /** Sends the unit away: it closes and comes back after a while, to this address or another bridge behind it. */
  redirect(retryAfterSeconds: number): void {
    this.#say({ type: 'redirect', retryAfterSeconds }, ++this.#spoken);
    this.#finish('bridge draining');
  }

  /** Tells the unit that a person has acted upon its report. */
  handled(sequence: number, handledAt: number, handledBy?: string): void {
    this.#say({ type: 'handled', handledAt, ...(handledBy !== undefined && { handledBy }) }, sequence);
  }

  /** Ends the unit's commands on this connection and returns those that have no result. */
  closeCommands(): readonly DueCommand[] {
    return this.#commands?.close() ?? [];
  }

  #endAs(reason: EndReason): void {
    this.#endReason ??= reason;
  }

  /** Closes when everything said so far is on its way. */
  #finish(reason: EndReason): void {
    this.#endAs(reason);
    this.#socket.end();
  }

  /** A unit that closed has a right to be heard to the end; one that was sent away has not. */
  get #isDismissed(): boolean {
    return this.#endReason !== undefined && this.#endReason !== 'closed by unit';
  }

  #take(chunk: Uint8Array): void {
    this.#heardAt = this.#context.now();
    this.#waiting ??= [];
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    if (!this.#working) void this.#workOff();
    else if (this.#waitingBytes > ENOUGH_WAITING) this.#socket.pause();
  }

  /** The loop: until nothing waits, everything that has come meanwhile is worked off together. */
  async #workOff(): Promise<void> {
    this.#working = true;
    try {
      while (this.#waiting && !this.#isDismissed) {
        const chunks = this.#waiting;
        this.#waiting = undefined;
        this.#waitingBytes = 0;
        await this.#onFrames(this.#framesIn(chunks));
        if (this.#decoder.broken) this.#giveUpBroken();
        if (this.#socket.isPaused() && !this.#socket.writableNeedDrain) this.#socket.resume();
      }
    } catch (error) {
      const facts = { UnitSerNum: this.#unit?.UnitSerNum, error: String(error) };
      this.#context.ports.log('error', 'A connection failed', facts);
      this.end('bridge failed');
    } finally {
      this.#working = false;
    }
  }

  #framesIn([first, ...others]: readonly Uint8Array[]): Frame[] {
    const frames = this.#decoder.push(first!);
    for (const chunk of others) frames.push(...this.#decoder.push(chunk));
    return frames;
  }

  async #onFrames(frames: readonly Frame[]): Promise<void> {
    const [first, ...others] = frames;
    if (!first) return;
    if (this.#unit) await this.#serve(frames, this.#unit);
    else if ((await this.#logIn(first)) && others.length > 0) await this.#serve(others, this.#unit!);
  }

  /** Resolves to true when the unit may go on. */
  async #logIn(frame: Frame): Promise<boolean> {
    const { sessions, ports } = this.#context;
    const { answer, unit } = await logIn(frame, this, this.#context);
    if (!unit) {
      this.#say(answer, frame.sequence);
      this.#finish('refused');
      return false;
    }
    if (this.#socket.destroyed) {
      // It went away while it was let in; nobody else would give its claim back.
      await ports.claims.release(unit.UnitSerNum, unit.fence);
      return false;
    }
    this.#unit = unit;
    const leftBehind = sessions.identified(this, unit);
    if (!leftBehind) {
      this.end('superseded');
      return false;
    }
    this.#say(answer, frame.sequence);
    this.#announce(unit);
    for (const { sent, ...command } of leftBehind) this.commands.add(command, sent);
    // Only now: a command that was recorded before this had nowhere to go, and one that is recorded later finds this connection.
    const due = await ports.commands.due(unit.UnitSerNum);
    if (!this.#socket.destroyed) for (const { sent, ...command } of due) this.commands.add(command, sent);
    return true;
  }

  #announce({ UnitSerNum, UnitModel, imei, FirmVer }: ConnectedUnit): void {
    const at = this.#context.now();
    const message = { event: 'UnitConnected', UnitSerNum, UnitModel, imei, FirmVer, at } as const;
    this.#context.ports.publisher.publish(consoleTopicOf(UnitSerNum), message);
  }

  /** Stores the reports among the frames in one go, and only then answers. */
  async #serve(frames: readonly Frame[], unit: ConnectedUnit): Promise<void> {
    const { handovers, now, ports, invalidLog } = this.#context;
    const { answers, reports, commandsTaken, objections } = readFrames(frames, unit, handovers, now());
    for (const sequence of commandsTaken) this.#commands?.received(sequence);
    for (const { frame, error, detail } of objections) {
      invalidLog.add({ ...this.#known(), error, detail, raw: hexOfFrame(frame) });
    }

    if (reports.length > 0) await ports.ingest.put(reports.map(({ handover }) => handover));
    for (const { sequence, fingerprint, message } of reports) {
      unit.stored.add(sequence, fingerprint);
      if (message.type === 'commandResult') await this.#takeResult(message);
    }
    if (!answers.isEmpty) this.#write(answers.toBytes());
    for (const { message, handover } of reports) {
      if (message.type !== 'commandResult') publishReport(ports.publisher, unit, message, handover);
    }
  }

  /** The result is stored by now; should the record of commands fail here, the command is sent once more and answered alike. */
  async #takeResult(result: CommandResult): Promise<void> {
    try {
      await this.commands.result(result);
    } catch (error) {
      const facts = { UnitSerNum: this.#unit?.UnitSerNum, commandId: result.commandId, error: String(error) };
      this.#context.ports.log('warn', 'A result was not recorded', facts);
    }
  }

  #giveUpBroken(): void {
    const { badFrames, skippedBytes } = this.#decoder;
    const detail = `${badFrames} damaged frames, ${skippedBytes} bytes passed over`;
    this.#context.invalidLog.add({ ...this.#known(), error: 'tooManyBadFrames', detail, raw: '' });
    this.#say({ type: 'error', ...PROTOCOL_ERRORS.tooManyBadFrames }, 0);
    this.#finish('broken frames');
  }

  /** What an entry in the log of invalid messages tells about this connection. */
  #known() {
    const unit = this.#unit;
    return {
      receivedAt: this.#context.now(),
      remoteAddress: this.remoteAddress,
      ...(unit && { UnitSerNum: unit.UnitSerNum, UnitModel: unit.UnitModel, imei: unit.imei }),
    };
  }

  #sendCommand(command: UnitCommand): number {
    const { handovers, ports, now } = this.#context;
    const { commandId, expiresAt, arguments: given } = command;
    const sequence = ++this.#spoken;
    const message = { type: 'command', commandId, command: command.command, expiresAt, arguments: given } as const;
    const frame = down.encode(message, sequence);
    this.#write(frame);
    ports.ingest.put([handovers.command(this.#unit!, command, sequence, frame, now())]).catch((error: unknown) => {
      ports.log('warn', 'A sent command was not logged', { commandId, error: String(error) });
    });
    return sequence;
  }

  #say(message: DownMessage, sequence: number): void {
    this.#write(down.encode(message, sequence));
  }

  /** A unit that does not read is not read either, so that what waits for it stays little. */
  #write(bytes: Uint8Array): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    if (this.#socket.write(bytes) || this.#socket.listenerCount('drain') > 0) return;
    this.#socket.pause();
    this.#socket.once('drain', () => this.#socket.resume());
  }
}
