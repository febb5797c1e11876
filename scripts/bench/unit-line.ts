import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { UpMessage } from '#core/unit-messages/messages.ts';
import type { Login } from '#core/unit-messages/session.ts';
import type { UnitModel } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { codecOf, session } from '#protocol/models.ts';
import { exchange, type Sending } from './exchange.ts';

const MODEL: UnitModel = 'MXD-LTE';

/** What a unit asks, and the size of the whole answer. */
export interface Question {
  bytes: Uint8Array;
  answerBytes: number;
}

/** What a unit says of itself when it logs in. */
type Identity = Pick<UnitRecord, 'UnitSerNum' | 'UnitModel' | 'IMEI' | 'FirmVer'>;

const numbered = (number: number): Identity => ({
  UnitSerNum: (100_000 + number).toString(36).toUpperCase().padStart(6, '0'),
  UnitModel: MODEL,
  IMEI: '356938035643809',
  FirmVer: '2.2.0.0.5',
});

/** The unit's end of a connection that only counts the received bytes. */
export class UnitLine {
  readonly #socket: Socket;
  readonly #unit: Identity;
  #sequence = 0;

  private constructor(socket: Socket, unit: Identity) {
    this.#socket = socket;
    this.#unit = unit;
    socket.on('error', () => {});
  }

  /** `unit` is a unit, or the number of one that no table has. */
  static async dial(port: number, unit: Identity | number): Promise<UnitLine> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return new UnitLine(socket, typeof unit === 'number' ? numbered(unit) : unit);
  }

  /** A connection with an answered login. */
  static async logIn(port: number, unit: Identity | number): Promise<UnitLine> {
    const line = await UnitLine.dial(port, unit);
    await line.send({ pieces: [line.#login()], answerBytes: 1, unanswered: 1 });
    return line;
  }

  /** That many pings of a unit, with ascending sequence numbers, in one piece. */
  pings(count: number, MessageTime: number): Uint8Array {
    const ping: UpMessage = {
      type: 'ping',
      MessageTime,
      pingReason: 'Scheduled',
      lowpower: false,
      acPower: true,
      switchPosition: 'On',
      bars: 4,
      lte: true,
      chargedPercent: 97,
      signalDbm: -88,
    };
    const frames = Array.from({ length: count }, () => codecOf(this.#unit.UnitModel).encode(ping, ++this.#sequence));
    return Buffer.concat(frames);
  }

  askBlocks(firstBlock: number, blocks: number): Uint8Array {
    return codecOf(this.#unit.UnitModel).encode(
      { type: 'askBlocks', MessageKey: 'AB13', firstBlock, blocks },
      ++this.#sequence,
    );
  }

  alarm(MessageTime: number): Uint8Array {
    return this.event(MessageTime, 101);
  }

  event(MessageTime: number, EventCode: number): Uint8Array {
    return codecOf(this.#unit.UnitModel).encode({ type: 'event', MessageTime, EventCode }, ++this.#sequence);
  }

  /** Waits for nothing. */
  write(bytes: Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** Resolves when every piece is answered. */
  send(sending: Sending): Promise<void> {
    return exchange(this.#socket, sending, this.#unit.UnitSerNum);
  }

  close(): void {
    this.#socket.destroy();
  }

  #login(): Uint8Array {
    const { IMEI, UnitSerNum, UnitModel, FirmVer } = this.#unit;
    const login: Login = {
      type: 'login',
      imei: IMEI,
      UnitSerNum,
      UnitModel,
      FirmVer,
      protocolVersion: 1,
      bootId: 1,
      lastSequence: 0,
    };
    return session.encode(login, ++this.#sequence);
  }
}
