import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { UpMessage } from '#core/unit-messages/messages.ts';
import type { Login } from '#core/unit-messages/session.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { codecOf, session } from '#protocol/models.ts';

const MODEL: UnitModel = 'MXD-LTE';

/** What a unit sends and waits for. */
export interface Sending {
  pieces: readonly Uint8Array[];
  /** The minimum of bytes that answer a piece. */
  answerBytes: number;
  /** The maximum of unanswered pieces; each is written separately. */
  unanswered: number;
}

/** What a unit asks, and the size of the whole answer. */
export interface Question {
  bytes: Uint8Array;
  answerBytes: number;
}

/** The unit's end of a connection that only counts the received bytes. */
export class UnitLine {
  readonly #socket: Socket;
  readonly #UnitSerNum: string;
  #sequence = 0;

  private constructor(socket: Socket, UnitSerNum: string) {
    this.#socket = socket;
    this.#UnitSerNum = UnitSerNum;
    socket.on('error', () => {});
  }

  static async dial(port: number, number: number): Promise<UnitLine> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return new UnitLine(socket, (100_000 + number).toString(36).toUpperCase().padStart(6, '0'));
  }

  /** A connection with an answered login. */
  static async logIn(port: number, number: number): Promise<UnitLine> {
    const line = await UnitLine.dial(port, number);
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
    const frames = Array.from({ length: count }, () => codecOf(MODEL).encode(ping, ++this.#sequence));
    return Buffer.concat(frames);
  }

  askBlocks(firstBlock: number, blocks: number): Uint8Array {
    return codecOf(MODEL).encode({ type: 'askBlocks', MessageKey: 'AB13', firstBlock, blocks }, ++this.#sequence);
  }

  alarm(MessageTime: number): Uint8Array {
    return codecOf(MODEL).encode({ type: 'event', MessageTime, EventCode: 101 }, ++this.#sequence);
  }

  /** Resolves when every piece is answered. */
  send({ pieces, answerBytes, unanswered }: Sending): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = this.#socket;
      let sent = 0;
      let arrived = 0;
      const sendMore = () => {
        while (sent < pieces.length && sent - Math.floor(arrived / answerBytes) < unanswered)
          socket.write(pieces[sent++]!);
      };
      const onData = (chunk: Buffer) => {
        arrived += chunk.length;
        if (arrived < pieces.length * answerBytes) return sendMore();
        socket.off('data', onData).off('close', onClose);
        resolve();
      };
      const onClose = () => reject(new Error(`The connection of ${this.#UnitSerNum} has ended`));
      socket.on('data', onData).on('close', onClose);
      sendMore();
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #login(): Uint8Array {
    const login: Login = {
      type: 'login',
      imei: '356938035643809',
      UnitSerNum: this.#UnitSerNum,
      UnitModel: MODEL,
      FirmVer: '2.2.0.0.5',
      protocolVersion: 1,
      bootId: 1,
      lastSequence: 0,
    };
    return session.encode(login, ++this.#sequence);
  }
}
