import { connect, type Socket } from 'node:net';
import type { DownloadAnswer, DownloadQuestion } from '#core/unit-messages/download-messages.ts';
import type { UnitReport, UpMessage } from '#core/unit-messages/messages.ts';
import type {
  Command,
  CommandResult,
  Configuration,
  DownMessage,
  Login,
  LoginRefused,
  ProtocolError,
  Update,
} from '#core/unit-messages/session.ts';
import { BOOT_COUNT_LOST } from '#core/unit-messages/unit-start.ts';
import { isNear } from '#protocol/clock.ts';
import type { Codec } from '#protocol/codec.ts';
import { PROTOCOL_ERRORS } from '#protocol/errors.ts';
import { type Frame, FrameDecoder, MAX_SEQUENCE } from '#protocol/frames.ts';
import { down } from '#protocol/models.ts';
import { proofOf } from '#protocol/proof.ts';
import type { Random } from '#scripts/seed/random.ts';
import type { FaultyLine } from './faulty-line.ts';

/** docs/unit-protocol.md, sections 3 and 4. */
const MAX_UNACKNOWLEDGED = 32;
const ACKNOWLEDGED_WITHIN = 30_000;
const FIRST_WAIT_SECONDS = 5;
const MAX_WAIT_SECONDS = 900;
/** While an event is not acknowledged. */
const MAX_WAIT_WITH_EVENT_SECONDS = 60;
/** A unit without a connection keeps this many reports and drops the oldest. */
const MAX_KEPT = 200;

export interface ConnectionOptions {
  readonly host: string;
  readonly port: number;
  /** The factor by which the unit's own waits are shorter than in real time. */
  readonly speed: number;
  readonly random: Random;
  readonly codec: Codec<UpMessage>;
  /** The fields of the unit's login. */
  login(): Omit<Login, 'type' | 'protocolVersion' | 'bootId' | 'lastSequence'>;
  /** The bridge serves the unit; `afterStart`: for the first time since the unit started. */
  onServed(afterStart: boolean): void;
  onCommand(command: Command): void;
  /** The bridge takes a report, or the login, never like this. */
  onRefused?(reason: { readonly text: string }, message: { readonly type: string }): void;
  onHandled(): void;
  onConfiguration(part: Configuration): void;
  onUpdate(update: Update): void;
  onDownload(answer: DownloadAnswer): void;
  /** 0: the unit has lost the count of its boots. */
  readonly bootId: number;
  /** Proves the unit's identity, if it has one. */
  readonly secret?: Uint8Array | undefined;
  /** Sends frames as a bad line does. Absent: a good line. */
  readonly line?: FaultyLine | undefined;
}

interface Kept {
  message: UnitReport | CommandResult;
  readonly sequence: number;
  /** 0: not sent on the current connection. */
  sentAt: number;
  /** The bridge has too many reports of the unit, and wants this one later. */
  isPostponed: boolean;
}

type State = 'off' | 'waiting' | 'dialling' | 'logging in' | 'served';

/** The unit's side of the protocol: connects, logs in, keeps unacknowledged reports, answers heartbeats, reconnects. */
export class UnitConnection {
  readonly #options: ConnectionOptions;
  #state: State = 'off';
  #socket: Socket | undefined;
  #bootId: number;
  #sequence = 0;
  #kept: Kept[] = [];
  #heartbeatSeconds = 60;
  #spokeAt = 0;
  #failures = 0;
  /** When the unit dials again after a lost connection; 0: it does not wait for that. */
  #dialsAgainAt = 0;
  #started = true;
  #clockBehind = 0;
  #timer: NodeJS.Timeout | undefined;
  /** A connection that the unit has forgotten and not closed. */
  #abandoned: Socket | undefined;
  /** The target of a redirect. */
  #address: { host: string; port: number };

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#bootId = options.bootId;
    this.#address = { host: options.host, port: options.port };
  }

  get isServed(): boolean {
    return this.#state === 'served';
  }

  /** Reports that the bridge has not acknowledged. */
  get unacknowledged(): number {
    return this.#kept.length;
  }

  /** The unit's clock, set by the server: milliseconds UTC. */
  now(): number {
    return Date.now() + this.#clockBehind;
  }

  dial(): void {
    if (this.#state !== 'off' && this.#state !== 'waiting') return;
    this.#state = 'dialling';
    const socket = connect({ ...this.#address, noDelay: true });
    this.#socket = socket;
    const decoder = new FrameDecoder();
    socket.on('connect', () => {
      this.#state = 'logging in';
      this.#write(this.#login());
    });
    socket.on('data', (chunk: Uint8Array) => {
      for (const frame of decoder.push(chunk)) {
        // Frames that arrive after the unit has disconnected are ignored.
        if (this.#socket === socket) this.#hear(frame);
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#socket === socket) this.#lost();
    });
  }

  /** Sends a message now, or when connected again; keeps it until the bridge acknowledges it. */
  say(message: UnitReport | CommandResult): void {
    this.#kept.push({ message, sequence: this.#nextSequence(), sentAt: 0, isPostponed: false });
    if (this.#kept.length > MAX_KEPT) this.#kept.shift();
    this.#flush();
    const { speed } = this.#options;
    const isLate = this.#dialsAgainAt > Date.now() + (MAX_WAIT_WITH_EVENT_SECONDS * 1000) / speed;
    if (this.#state === 'waiting' && message.type === 'event' && isLate) this.#waitToDialAgain();
  }

  /** Asks a question whose answer does not matter if the connection is lost: it is asked again then. */
  ask(question: DownloadQuestion): void {
    if (this.isServed) this.#write(question);
  }

  /** Drops the connection; the unit reconnects after its usual wait. */
  drop(): void {
    this.#socket?.destroy();
  }

  /** Forgets its connection without closing it, as a modem does that lost the network, and dials again after its usual wait. */
  abandon(): void {
    if (!this.#socket) return;
    this.#abandoned?.destroy();
    this.#abandoned = this.#socket;
    this.#socket = undefined;
    this.#abandoned.pause();
    this.#lost();
  }

  /** Closes its connection and dials again after this many seconds of the unit's time. */
  leave(seconds: number): void {
    if (this.#state === 'off') return;
    this.#hangUp();
    this.#wait(seconds);
  }

  /** The clock of the unit is wrong by this many milliseconds more, until the server sets it. */
  turnClock(milliseconds: number): void {
    this.#clockBehind += milliseconds;
  }

  /** Disconnects, starts again after this many seconds of the unit's time, and drops unsent reports. */
  restart(afterSeconds: number): void {
    this.#hangUp();
    this.#bootId += 1;
    this.#sequence = 0;
    this.#kept = [];
    this.#started = true;
    this.#wait(afterSeconds);
  }

  /** Stops the unit for good. */
  close(): void {
    this.#hangUp();
    this.#abandoned?.destroy();
    this.#state = 'off';
  }

  #login(): Login {
    const { secret } = this.#options;
    const login: Login = {
      type: 'login',
      protocolVersion: 1,
      bootId: this.#bootId,
      lastSequence: this.#sequence,
      ...this.#options.login(),
    };
    return secret ? { ...login, proof: proofOf(secret, login, this.now()) } : login;
  }

  #nextSequence(): number {
    this.#sequence = this.#sequence === MAX_SEQUENCE ? 1 : this.#sequence + 1;
    return this.#sequence;
  }

  #write(message: UpMessage, sequence = this.#nextSequence()): void {
    if (!this.#socket || this.#socket.destroyed) return;
    this.#spokeAt = Date.now();
    const frame = this.#options.codec.encode(message, sequence);
    if (this.#options.line) this.#options.line.send(this.#socket, frame);
    else this.#socket.write(frame);
  }

  #flush(): void {
    if (!this.isServed) return;
    const due = this.#kept.filter(({ isPostponed }) => !isPostponed);
    for (const kept of due.slice(0, MAX_UNACKNOWLEDGED)) {
      if (kept.sentAt > 0) continue;
      kept.sentAt = Date.now();
      this.#write(kept.message, kept.sequence);
    }
  }

  #hear(frame: Frame): void {
    const decoded = down.decode(frame);
    if (decoded.ok) this.#take(decoded.message, frame.sequence);
  }

  #take(message: DownMessage, sequence: number): void {
    switch (message.type) {
      case 'loginAccepted':
        this.#served(message.utc, message.heartbeatSeconds);
        break;
      case 'loginRefused':
        this.#loginRefused(message);
        break;
      case 'redirect':
        if (message.host !== undefined)
          this.#address = { host: message.host, port: message.port ?? this.#address.port };
        this.#hangUp();
        this.#wait(message.retryAfterSeconds);
        break;
      case 'received':
        if (message.utc !== undefined) this.#setClock(message.utc);
        this.#forget(sequence);
        break;
      case 'handled':
        this.#options.onHandled();
        break;
      case 'error':
        this.#refused(message, sequence);
        break;
      case 'heartbeatAnswer':
        this.#heartbeatSeconds = message.heartbeatSeconds ?? this.#heartbeatSeconds;
        break;
      case 'command':
        this.#write({ type: 'commandReceived' }, sequence);
        this.#options.onCommand(message);
        break;
      case 'configuration':
        this.#options.onConfiguration(message);
        break;
      case 'update':
        this.#options.onUpdate(message);
        break;
      case 'manifest':
      case 'block':
      case 'install':
      case 'downloadWaits':
      case 'downloadWithdrawn':
        this.#options.onDownload(message);
    }
  }

  /** With a wrong clock or without a boot count, the unit tries again as soon as it has the server's time. */
  #loginRefused(refusal: LoginRefused): void {
    const { utc, retryAfterSeconds = MAX_WAIT_SECONDS } = refusal;
    this.#options.onRefused?.(refusal, { type: 'login' });
    const lackedTheTime = !isNear(this.now(), utc) || this.#bootId === BOOT_COUNT_LOST;
    this.#setClock(utc);
    if (this.#bootId === BOOT_COUNT_LOST) this.#bootId = Math.floor(utc / 1000);
    this.#hangUp();
    this.#wait(lackedTheTime ? FIRST_WAIT_SECONDS : retryAfterSeconds);
  }

  #served(utc: number, heartbeatSeconds: number): void {
    const afterStart = this.#started;
    this.#state = 'served';
    this.#started = false;
    this.#failures = 0;
    this.#setClock(utc);
    this.#heartbeatSeconds = heartbeatSeconds;
    this.#beat();
    this.#flush();
    this.#options.onServed(afterStart);
  }

  #forget(sequence: number): void {
    const at = this.#kept.findIndex((kept) => kept.sequence === sequence);
    if (at >= 0) this.#kept.splice(at, 1);
    this.#flush();
  }

  /** Sets a wrong clock and sends the report again. A report refused for another reason is dropped. */
  #refused(error: ProtocolError, sequence: number): void {
    const { code, utc, retryAfterSeconds } = error;
    const kept = this.#kept.find((one) => one.sequence === sequence);
    if (kept && retryAfterSeconds !== undefined) {
      this.#postpone(kept, (retryAfterSeconds * 1000) / this.#options.speed);
      return;
    }
    if (code !== PROTOCOL_ERRORS.clockWrong.code || utc === undefined || !kept) {
      if (kept) this.#options.onRefused?.(error, kept.message);
      this.#forget(sequence);
      return;
    }
    this.#setClock(utc);
    kept.message = { ...kept.message, MessageTime: utc };
    this.#write(kept.message, sequence);
  }

  #postpone(kept: Kept, wait: number): void {
    kept.sentAt = 0;
    kept.isPostponed = true;
    // No time is compared here: a timer may fire a millisecond before Date.now() shows its time.
    setTimeout(() => {
      kept.isPostponed = false;
      this.#flush();
    }, wait).unref();
  }

  #setClock(utc: number): void {
    this.#clockBehind = utc - Date.now();
  }

  #beat(): void {
    clearTimeout(this.#timer);
    const silence = Date.now() - this.#spokeAt;
    const every = this.#heartbeatSeconds * 1000;
    if (silence >= every * 0.9) this.#write({ type: 'heartbeat' });
    const oldest = this.#kept[0];
    if (oldest && oldest.sentAt > 0 && Date.now() - oldest.sentAt > ACKNOWLEDGED_WITHIN) {
      this.drop();
      return;
    }
    this.#timer = setTimeout(() => this.#beat(), Math.max(every - Math.min(silence, every * 0.9), 50));
  }

  #hangUp(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.end();
    for (const kept of this.#kept) kept.sentAt = 0;
  }

  #lost(): void {
    this.#hangUp();
    this.#failures += 1;
    this.#waitToDialAgain();
  }

  #waitToDialAgain(): void {
    const hasEvent = this.#kept.some(({ message }) => message.type === 'event');
    const longest = hasEvent ? MAX_WAIT_WITH_EVENT_SECONDS : MAX_WAIT_SECONDS;
    const seconds = Math.min(FIRST_WAIT_SECONDS * 2 ** (this.#failures - 1), longest);
    const varied = seconds * (0.5 + this.#options.random.next());
    this.#wait(varied);
    this.#dialsAgainAt = Date.now() + (varied * 1000) / this.#options.speed;
  }

  #wait(seconds: number): void {
    this.#state = 'waiting';
    this.#dialsAgainAt = 0;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.dial(), (seconds * 1000) / this.#options.speed);
  }
}
