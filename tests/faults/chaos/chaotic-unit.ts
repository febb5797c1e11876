import { connect, type Socket } from 'node:net';
import { crc32 } from 'node:zlib';
import type { UnitReport } from '#core/unit-messages/messages.ts';
import type { DownMessage } from '#core/unit-messages/session.ts';
import { isNear } from '#protocol/clock.ts';
import { PROTOCOL_ERRORS } from '#protocol/errors.ts';
import { FrameDecoder } from '#protocol/frames.ts';
import { codecOf, down } from '#protocol/models.ts';
import type { Random } from '#scripts/seed/random.ts';

const CODEC = codecOf('MXD-LTE');
/** 30 s in the protocol. Long enough for a busy machine. */
const ACKNOWLEDGED_WITHIN_MS = 10_000;
/** No wait is longer in a run of seconds. */
const LONGEST_WAIT_SECONDS = 1;
const MINUTE = 60_000;
/** How far a step moves the clock. The bridge believes all but those of ten minutes and more ahead. */
const STEPS = [-40 * MINUTE, -MINUTE, MINUTE, 10 * MINUTE + 1_500, 30 * MINUTE];

const PLACE = { latitude: 41.5, longitude: -73.9 };

/** A report as the unit remembers it. */
export interface Told {
  message: UnitReport;
  readonly sequence: number;
  readonly bootId: number;
  frame: Uint8Array;
  sentAt: number;
  /** `lost`: not acknowledged when the unit started again. It may be stored. */
  state: 'kept' | 'acknowledged' | 'lost';
}

/** The id of a report in the logs. */
export const reportIdOf = ({ bootId, sequence, frame }: Told) =>
  `${bootId}-${sequence}-${crc32(frame).toString(16).padStart(8, '0')}`;

interface Options {
  readonly UnitSerNum: string;
  readonly imei: string;
  readonly random: Random;
  /** Where to connect; undefined while nothing takes connections. */
  readonly bridge: () => { unitPort: number } | undefined;
}

/** A unit that loses its connection, its power and its time, and remembers what was acknowledged. */
export class ChaoticUnit {
  readonly #options: Options;
  readonly told: Told[] = [];
  /** Answers that no unit should get here. */
  readonly surprises: string[] = [];
  #socket: Socket | undefined;
  readonly #left = new Set<Socket>();
  #isServed = false;
  #bootId = 1;
  #sequence = 0;
  #clock = 0;
  #dialledAt = 0;
  readonly #times = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #isOff = false;

  constructor(options: Options) {
    this.#options = options;
    this.#dial();
  }

  get UnitSerNum(): string {
    return this.#options.UnitSerNum;
  }

  get firmware(): string {
    return `2.3.0.1.${this.#bootId}`;
  }

  get isServed(): boolean {
    return this.#isServed;
  }

  get kept(): number {
    return this.told.filter(({ state }) => state === 'kept').length;
  }

  /** Does one thing that units do. */
  act(): void {
    const { random } = this.#options;
    const dice = random.next();
    if (dice < 0.45) this.#report(this.#ping());
    else if (dice < 0.66)
      this.#report({ type: 'event', MessageTime: this.#now(), EventCode: random.between(301, 399) });
    else if (dice < 0.78) this.#report(this.#alarm());
    else if (dice < 0.86) this.#repeat();
    else if (dice < 0.91) this.#socket?.resetAndDestroy();
    else if (dice < 0.94) this.#leave();
    else if (dice < 0.96) this.#restart();
    else this.#clock += random.pick(STEPS);
  }

  close(): void {
    this.#isOff = true;
    clearTimeout(this.#timer);
    for (const socket of [this.#socket, ...this.#left]) socket?.destroy();
  }

  #ping(): UnitReport {
    const { random } = this.#options;
    const power = { lowpower: random.chance(0.1), acPower: random.chance(0.9), chargedPercent: random.between(1, 100) };
    const radio = { bars: random.between(0, 5), lte: true };
    return {
      ...{ type: 'ping', MessageTime: this.#now(), pingReason: 'Scheduled', switchPosition: 'On' },
      ...power,
      ...radio,
    } as UnitReport;
  }

  #alarm(): UnitReport {
    const { random } = this.#options;
    const what = { EventCode: random.between(101, 199), zone: random.between(1, 9), ...PLACE };
    return { type: 'event', MessageTime: this.#now(), ...what, awaitsHandling: true };
  }

  /** By the unit's clock, never the same twice: it orders pings. */
  #now(): number {
    let time = Date.now() + this.#clock;
    while (this.#times.has(time)) time += 1;
    this.#times.add(time);
    return time;
  }

  #report(message: UnitReport): void {
    const sequence = ++this.#sequence;
    const frame = CODEC.encode(message, sequence);
    const told: Told = { message, sequence, bootId: this.#bootId, frame, sentAt: 0, state: 'kept' };
    this.told.push(told);
    if (this.#isServed) this.#send(told);
  }

  #send(told: Told): void {
    told.sentAt = Date.now();
    this.#socket?.write(told.frame);
  }

  /** Sends a report again although it was acknowledged. */
  #repeat(): void {
    const stored = this.told.filter(({ state, bootId }) => state === 'acknowledged' && bootId === this.#bootId);
    if (this.#isServed && stored.length > 0) this.#socket?.write(this.#options.random.pick(stored).frame);
  }

  /** Goes on elsewhere, and the old connection stays open. */
  #leave(): void {
    if (!this.#socket) return;
    this.#left.add(this.#socket);
    this.#socket = undefined;
    this.#wait(0);
  }

  #restart(): void {
    this.#socket?.destroy();
    for (const told of this.told) if (told.state === 'kept') told.state = 'lost';
    this.#bootId += 1;
    this.#sequence = 0;
  }

  #wait(ms: number): void {
    this.#isServed = false;
    for (const told of this.told) told.sentAt = 0;
    clearTimeout(this.#timer);
    if (!this.#isOff) this.#timer = setTimeout(() => this.#dial(), ms);
  }

  #dial(): void {
    const { bridge, random } = this.#options;
    const to = bridge();
    if (!to) {
      this.#wait(50);
      return;
    }
    const socket = connect({ port: to.unitPort, host: '127.0.0.1', noDelay: true });
    this.#socket = socket;
    this.#dialledAt = Date.now();
    const bootId = this.#bootId;
    const decoder = new FrameDecoder();
    socket.on('connect', () => this.#logIn(socket));
    socket.on('data', (chunk: Uint8Array) => {
      for (const frame of decoder.push(chunk)) {
        const decoded = down.decode(frame);
        if (decoded.ok) this.#hear(socket, bootId, decoded.message, frame.sequence);
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#left.delete(socket);
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#wait(random.between(20, 200));
    });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), 500);
  }

  /** Connects again if an answer does not come. */
  #check(): void {
    const since = Date.now() - ACKNOWLEDGED_WITHIN_MS;
    const isLate = this.#isServed
      ? this.told.some(({ state, sentAt }) => state === 'kept' && sentAt > 0 && sentAt < since)
      : this.#dialledAt < since;
    if (isLate) this.#socket?.destroy();
    else this.#timer = setTimeout(() => this.#check(), 500);
  }

  #logIn(socket: Socket): void {
    const { UnitSerNum, imei } = this.#options;
    const [lastSequence, bootId] = [this.#sequence, this.#bootId];
    const who = { imei, UnitSerNum, UnitModel: 'MXD-LTE', FirmVer: this.firmware, protocolVersion: 1 } as const;
    socket.write(CODEC.encode({ type: 'login', ...who, bootId, lastSequence }, ++this.#sequence));
  }

  #hear(socket: Socket, bootId: number, message: DownMessage, sequence: number): void {
    if (message.type === 'received') {
      const told = this.#find(bootId, sequence);
      // An acknowledgement is a promise, also on a connection that the unit has left.
      if (told?.state === 'kept') told.state = 'acknowledged';
      if (message.utc !== undefined && socket === this.#socket) this.#clock = message.utc - Date.now();
    } else if (socket !== this.#socket) return;
    else if (message.type === 'loginAccepted') {
      this.#clock = message.utc - Date.now();
      this.#isServed = true;
      for (const told of this.told) if (told.state === 'kept') this.#send(told);
    } else if (message.type === 'loginRefused') {
      if (message.code !== PROTOCOL_ERRORS.busy.code) this.surprises.push(`loginRefused ${message.code}`);
    } else if (message.type === 'error') {
      const told = this.#find(bootId, sequence);
      if (told && message.code === PROTOCOL_ERRORS.clockWrong.code) this.#correct(told, message.utc!);
      else if (told && message.retryAfterSeconds !== undefined)
        setTimeout(() => told.state === 'kept' && this.#send(told), LONGEST_WAIT_SECONDS * 1_000).unref();
      else this.surprises.push(message.text);
    }
  }

  #find = (bootId: number, sequence: number) =>
    this.told.find((one) => one.bootId === bootId && one.sequence === sequence);

  #correct(told: Told, utc: number): void {
    this.#clock = utc - Date.now();
    if (told.state !== 'kept' || isNear(told.message.MessageTime, utc)) return;
    told.message = { ...told.message, MessageTime: this.#now() };
    told.frame = CODEC.encode(told.message, told.sequence);
    this.#send(told);
  }
}
