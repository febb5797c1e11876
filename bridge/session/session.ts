import type { Socket } from 'node:net';
import { CUSTODY_LEASE_MS } from '#core/consoles/custody.ts';
import {
  afterReport,
  type HeardNow,
  type HeldWork,
  type Hold,
  heldBack,
  isInterrupting,
  isUpdate,
  withHeard,
} from '#core/interlock/held-back.ts';
import { consoleTopic } from '#core/live/messages.ts';
import { MINUTE } from '#core/time.ts';
import { remoteLogEnd, remoteLogFor } from '#core/unit-actions/remote-log.ts';
import type { UnitReport } from '#core/unit-messages/messages.ts';
import type { CommandResult, DownMessage } from '#core/unit-messages/session.ts';
import { addressSubject } from '#platform/http/address-subject.ts';
import type { SyncOrder, UnitCommand } from '#protocol/command-port.ts';
import { configurationFrames } from '#protocol/configuration-parts.ts';
import { PROTOCOL_ERRORS } from '#protocol/errors.ts';
import type { Frame } from '#protocol/frames.ts';
import { down } from '#protocol/models.ts';
import { CommandQueue, type SentFrame } from '../commands/command-queue.ts';
import type { BridgeContext } from '../context.ts';
import { UnitDownload } from '../downloads/unit-download.ts';
import type { DueCommand, Waiting } from '../ports.ts';
import { type ConnectedUnit, rawOf } from './connected-unit.ts';
import { type FrameConsumer, FrameSocket } from './frame-socket.ts';
import { logIn } from './login.ts';
import type { EndReason, OpenSession } from './open-session.ts';
import { publishReport } from './publish-report.ts';
import { readFrames } from './read-frames.ts';

/** How soon updates are tried again that wait for what the unit or its operator does next. */
const ASKED_AGAIN_MS = MINUTE;

const QUEUED_BYTES = 16 * 1024;
/** More than a unit sends without an answer: 32 reports of the longest kind. */
const QUEUED_BYTES_BEHIND_LOGIN = 40 * 1024;

/** While the queue is slow, further frames of the connection are not captured, so that they do not fill the memory. */
const MAX_UNSTORED_CAPTURES = 100;

/**
 * One connection of a unit: each batch of frames is read, stored, acknowledged and published before the next. So a unit's
 * reports keep their order, and a unit that sends faster than they can be stored is not read for a while.
 */
export class Session implements OpenSession, FrameConsumer {
  readonly #socket: Socket;
  readonly #frames: FrameSocket;
  readonly #context: BridgeContext;
  readonly #openedAt: number;
  #unit: ConnectedUnit | undefined;
  #commands: CommandQueue | undefined;
  #download: UnitDownload | undefined;
  /** The sequence number of the last frame that the bridge began itself. */
  #lastSequence = 0;
  #endReason: EndReason | undefined;
  /** When this side ended the connection and began to wait for the other side to close. */
  #finishedAt: number | undefined;
  #syncing: Promise<void> = Promise.resolve();
  /** What the unit said on this connection that the table may not have yet. */
  #heard: HeardNow = {};
  /** The order of updates that wait until the unit may be out of reach. */
  #heldBack: { readonly order: SyncOrder; readonly askAgainAt: number } | undefined;
  /** While the login waits for its turn. */
  #leaveLine: (() => void) | undefined;
  #captures = 0;
  #unstoredCaptures = 0;

  constructor(socket: Socket, context: BridgeContext) {
    this.#socket = socket;
    this.#context = context;
    this.#openedAt = context.now();
    this.#frames = new FrameSocket(socket, this, context.now, context.config);
    socket.on('end', () => this.#endAs('closed by unit'));
    socket.on('error', () => this.#endAs('connection failed'));
    socket.on('close', () => {
      this.#leaveLine?.();
      context.bytesBehindLogins.hold(this, 0);
      context.sessions.closed(this);
    });
  }

  get unit(): ConnectedUnit | undefined {
    return this.#unit;
  }

  get endReason(): EndReason {
    return this.#endReason ?? 'connection failed';
  }

  get isClosed(): boolean {
    return this.#socket.closed;
  }

  get isQuiet(): boolean {
    return !this.#frames.isProcessing && (this.#commands?.isQuiet ?? true);
  }

  get isInUse(): boolean {
    const usedAt = this.#commands?.usedAt ?? 0;
    return this.#context.now() - usedAt < CUSTODY_LEASE_MS;
  }

  /** Made with the first command, since most units never get one while they are connected. */
  get commands(): CommandQueue {
    this.#commands ??= new CommandQueue({
      UnitSerNum: this.#unit!.UnitSerNum,
      ports: this.#context.ports,
      now: this.#context.now,
      maxWaiting: this.#context.config.maxWaitingCommands,
      resultTimeoutMs: this.#context.config.resultTimeoutMs,
      heldBack: async ({ command, arguments: given }) =>
        isInterrupting(command, given) ? (await this.#hold('restart'))?.reason : undefined,
      heldBackByUnit: ({ command, arguments: given }) =>
        isInterrupting(command, given)
          ? heldBack('restart', withHeard({ alarms: [] }, this.#heard), this.#context.now())?.reason
          : undefined,
      send: (command) => this.#sendCommand(command),
    });
    return this.#commands;
  }

  /** Made with the first question, like the commands. */
  get #files(): UnitDownload {
    const { UnitSerNum, UnitModel } = this.#unit!;
    const { ports, now, unitRates, fileImages: images } = this.#context;
    this.#download ??= new UnitDownload({
      ...{ UnitSerNum, UnitModel, ports, images, now },
      mayRead: () => unitRates.admitsDownload(UnitSerNum, now()),
      hold: () => this.#hold('update'),
      send: (answer, sequence) => this.#send(answer, sequence),
      // Blocks are not captured: they would fill the capture with what the file has anyway.
      write: (frames) => this.#frames.write(frames),
    });
    return this.#download;
  }

  sweep(now: number): void {
    const { loginTimeoutMs, heartbeatsMissed, closeTimeoutMs } = this.#context.config;
    if (this.#finishedAt !== undefined) {
      // The bytes of the other side, and its silence, no longer count.
      if (now - this.#finishedAt >= closeTimeoutMs) this.#socket.destroy();
    } else if (!this.#unit) {
      // A slow table is not the unit's fault: if it dialled again, its login would be decided twice.
      if (now - this.#openedAt >= loginTimeoutMs && !this.#frames.isProcessing) this.end('refused');
    } else if (now - this.#frames.receivedAt >= heartbeatsMissed * this.#unit.heartbeatSeconds * 1000) {
      this.end('missed heartbeats');
    } else {
      this.#commands?.expire();
      this.#syncHeldBack(now);
    }
  }

  end(reason: EndReason): void {
    this.#endAs(reason);
    this.#socket.destroy();
  }

  holdCommands(): void {
    this.commands.hold();
  }

  closeCommands(): readonly DueCommand[] {
    return this.#commands?.close() ?? [];
  }

  redirect(retryAfterSeconds: number): void {
    this.#send({ type: 'redirect', retryAfterSeconds }, ++this.#lastSequence);
    this.#finish('bridge draining');
  }

  handled(sequence: number, handledAt: number, handledBy?: string): void {
    this.#send({ type: 'handled', handledAt, ...(handledBy !== undefined && { handledBy }) }, sequence);
  }

  /** One at a time, so that what was read later is sent later. */
  sync(order: SyncOrder): Promise<void> {
    const sync = () => this.#sendWaiting(order);
    const sent = this.#syncing.then(sync);
    this.#syncing = sent.catch(() => {});
    return sent;
  }

  async #sendWaiting(order: SyncOrder): Promise<void> {
    const due = await this.#context.ports.syncQueue.due(order);
    const { configuration } = due;
    const messages = await this.#withoutHeldBack(order, due.messages);
    if (this.#endReason !== undefined || this.#socket.destroyed) return;
    for (const message of configuration ? configurationFrames(configuration) : []) {
      this.#sendLogged(message, `revision-${message.revision}`, `configuration ${message.part}/${message.parts}`);
    }
    for (const one of messages)
      this.#sendLogged({ type: 'update', ...one }, one.MessageKey, `update ${one.MessageType}`);
  }

  /** Why the unit must be left alone now, by what is stored and what it has just said. */
  async #hold(work: HeldWork): Promise<Hold | undefined> {
    const { ports, now } = this.#context;
    const stored = await ports.interlock.facts(this.#unit!.UnitSerNum);
    return heldBack(work, withHeard(stored, this.#heard), now());
  }

  /** The messages without updates that must wait now. They are asked for again when they may go, or with the next ping. */
  async #withoutHeldBack(order: SyncOrder, messages: Waiting['messages']): Promise<Waiting['messages']> {
    const hold = messages.some(({ MessageType }) => isUpdate(MessageType)) ? await this.#hold('update') : undefined;
    if (!hold) return messages;
    // What an earlier order had to leave waits as well.
    const types = [...new Set([...(this.#heldBack?.order.types ?? []), ...order.types.filter(isUpdate)])];
    const askAgainAt = hold.until ?? this.#context.now() + ASKED_AGAIN_MS;
    this.#heldBack = { order: { ...order, configuration: false, types }, askAgainAt };
    return messages.filter(({ MessageType }) => !isUpdate(MessageType));
  }

  #syncHeldBack(now: number): void {
    const held = this.#heldBack;
    if (!held || now < held.askAgainAt) return;
    this.#heldBack = undefined;
    this.sync(held.order).catch((error: unknown) => {
      this.#context.ports.log('warn', 'Updates that were held back were not sent', { error: String(error) });
    });
  }

  /** Reports of a unit that closed are still stored; those of one that was sent away are not. */
  get wantsFrames(): boolean {
    return this.#endReason === undefined || this.#endReason === 'closed by unit';
  }

  async onFrames(frames: readonly Frame[]): Promise<void> {
    if (this.#unit) return this.#serve(frames, this.#unit);
    const [first, ...others] = frames;
    const place = this.#context.loginLine.enter(addressSubject(this.#remoteAddress), () => this.#logIn(first!));
    this.#leaveLine = place.leave;
    const isIn = await place.done;
    this.#leaveLine = undefined;
    if (isIn && others.length > 0) await this.#serve(others, this.#unit!);
  }

  get mostQueuedBytes(): number {
    return this.#unit ? QUEUED_BYTES : QUEUED_BYTES_BEHIND_LOGIN;
  }

  /** Only what waits behind a login is bounded together: a unit that is in is read no further. */
  onHeld(bytes: number): void {
    const waits = !this.#unit && !this.#socket.destroyed;
    if (!this.#context.bytesBehindLogins.hold(this, waits ? bytes : 0))
      this.#refuseFlood('Too many bytes wait behind the logins of all connections');
  }

  /** A login may wait long. Nobody would notice that a connection which is not read has closed, so one without a login ends. */
  onQueueFull(): boolean {
    if (this.#unit) return true;
    this.#refuseFlood('More behind a login than a unit sends without an answer');
    return false;
  }

  #refuseFlood(detail: string): void {
    this.#context.invalidLog.add({ ...this.#origin(), error: 'tooManyReports', detail, raw: '' }, this.#source);
    this.end('refused');
  }

  onBroken(badFrames: number, skippedBytes: number): void {
    const detail = `${badFrames} damaged frames, ${skippedBytes} bytes passed over`;
    this.#context.invalidLog.add({ ...this.#origin(), error: 'tooManyBadFrames', detail, raw: '' }, this.#source);
    this.#send({ type: 'error', ...PROTOCOL_ERRORS.tooManyBadFrames }, 0);
    this.#finish('broken frames');
  }

  onError(error: unknown): void {
    const facts = { UnitSerNum: this.#unit?.UnitSerNum, error: String(error) };
    this.#context.ports.log('error', 'A connection failed', facts);
    this.end('bridge failed');
  }

  #endAs(reason: EndReason): void {
    this.#endReason ??= reason;
  }

  /** Closes once everything written so far is sent, or after a time-out if the other side does not close too. */
  #finish(reason: EndReason): void {
    this.#endAs(reason);
    this.#finishedAt ??= this.#context.now();
    this.#socket.end();
  }

  /** Resolves to true if the unit may go on. */
  async #logIn(frame: Frame): Promise<boolean> {
    // It ended a moment ago: nothing is read for it.
    if (this.#socket.destroyed) return false;
    const { sessions, ports } = this.#context;
    const outcome = await logIn(frame, this.#socket, this.#openedAt, this.#context);
    if (!outcome) {
      this.end('superseded');
      return false;
    }
    const { answer, unit } = outcome;
    if (!unit) {
      this.#send(answer, frame.sequence);
      this.#finish('refused');
      return false;
    }
    if (this.#socket.destroyed) {
      // The unit left during its login; nothing else would release its claim.
      await ports.claims.release(unit.UnitSerNum, unit.fence);
      return false;
    }
    this.#unit = unit;
    const leftBehind = sessions.identified(this, unit);
    if (!leftBehind) {
      this.end('superseded');
      return false;
    }
    this.#send(answer, frame.sequence);
    this.#announce(unit);
    for (const { sent, ...command } of leftBehind) this.commands.add(command, sent);
    // Only now: a command recorded before this could not be sent, and one that is recorded later finds this connection.
    const due = await ports.commands.due(unit.UnitSerNum);
    if (!this.#socket.destroyed) for (const { sent, ...command } of due) this.commands.add(command, sent);
    return true;
  }

  #announce({ UnitSerNum, UnitModel, imei, FirmVer }: ConnectedUnit): void {
    const at = this.#context.now();
    const message = { event: 'UnitConnected', UnitSerNum, UnitModel, imei, FirmVer, at } as const;
    this.#context.ports.publisher.publish(consoleTopic(UnitSerNum), message);
  }

  /** Stores the reports among the frames together, then answers. */
  async #serve(frames: readonly Frame[], unit: ConnectedUnit): Promise<void> {
    const { now, ports, invalidLog } = this.#context;
    this.#capture('Unit', frames);
    const { answers, reports, commandsTaken, questions, objections } = readFrames(frames, unit, this.#context, now());
    for (const sequence of commandsTaken) this.#commands?.received(sequence);
    for (const { frame, error, detail } of objections) {
      invalidLog.add({ ...this.#origin(), error, detail, raw: rawOf(frame) }, this.#source);
    }

    for (const { message, handover } of reports)
      if (message.type !== 'commandResult') this.#hear(message, handover.receivedAt);
    for (const { question, sequence } of questions) this.#files.take(question, sequence);
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

  #hear(report: UnitReport, receivedAt: number): void {
    const heard = afterReport(this.#heard, report, receivedAt);
    if (heard !== this.#heard) this.#download?.judgeAgain();
    this.#heard = heard;
  }

  /** The result is stored by now. If recording it fails here, the command is sent once more and gets the same answer. */
  async #takeResult(result: CommandResult): Promise<void> {
    try {
      await this.commands.result(result);
    } catch (error) {
      const facts = { UnitSerNum: this.#unit?.UnitSerNum, commandId: result.commandId, error: String(error) };
      this.#context.ports.log('warn', 'A result was not recorded', facts);
    }
  }

  get #remoteAddress(): string {
    return this.#socket.remoteAddress ?? '';
  }

  /** Whose invalid messages are counted together. */
  get #source(): string {
    return this.#unit?.UnitSerNum ?? addressSubject(this.#remoteAddress);
  }

  /** What the log of invalid messages records about this connection. */
  #origin() {
    const unit = this.#unit;
    return {
      receivedAt: this.#context.now(),
      remoteAddress: this.#remoteAddress,
      ...(unit && { UnitSerNum: unit.UnitSerNum, UnitModel: unit.UnitModel, imei: unit.imei }),
    };
  }

  #sendCommand({ commandId, command, expiresAt, arguments: given }: UnitCommand): SentFrame {
    if (command === 'RemoteLog')
      this.#unit!.capturesUntil = remoteLogEnd(remoteLogFor(given?.on === true, this.#context.now()));
    return this.#sendLogged({ type: 'command', commandId, command, expiresAt, arguments: given }, commandId, command);
  }

  /** Sends a frame that the bridge begins itself, with its entry in the protocol log. */
  #sendLogged(message: DownMessage, commandId: string, command: string): SentFrame {
    const { handovers, ports, now } = this.#context;
    const sequence = ++this.#lastSequence;
    const frame = down.encode(message, sequence);
    this.#write(frame);
    const handover = handovers.command(this.#unit!, { commandId, command }, sequence, frame, now());
    ports.ingest.put([handover]).catch((error: unknown) => {
      ports.log('warn', 'A sent command was not logged', { commandId, error: String(error) });
    });
    return { sequence, raw: handover.raw };
  }

  #send(message: DownMessage, sequence: number): void {
    this.#write(down.encode(message, sequence));
  }

  #write(bytes: Uint8Array): void {
    this.#frames.write(bytes);
    this.#capture('Server', bytes);
  }

  /** Keeps the frames of a unit whose remote log is on, as they are. Nothing waits for it. */
  #capture(sender: 'Unit' | 'Server', bytes: readonly Frame[] | Uint8Array): void {
    const { handovers, ports, now } = this.#context;
    if (!this.#unit || this.#unit.capturesUntil <= now()) return;
    if (this.#unstoredCaptures >= MAX_UNSTORED_CAPTURES) return;
    const handover = handovers.capture(this.#unit, { sender, bytes, number: ++this.#captures }, now());
    if (handover.frames.length === 0) return;
    this.#unstoredCaptures += 1;
    ports.ingest
      .put([handover])
      .catch((error: unknown) => {
        ports.log('warn', 'Frames were not captured', { UnitSerNum: handover.UnitSerNum, error: String(error) });
      })
      .finally(() => {
        this.#unstoredCaptures -= 1;
      });
  }
}
