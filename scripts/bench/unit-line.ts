import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { UnitModel, UpMessage } from '#protocol/messages.ts';
import { codecOf, session } from '#protocol/models.ts';

const MODEL: UnitModel = 'MXD-LTE';

/** A unit's end of a connection that counts what comes back and looks no further into it. */
export class UnitLine {
  readonly #socket: Socket;
  readonly UnitSerNum: string;
  #sequence = 0;
  #awaited = 0;
  #arrived: PromiseWithResolvers<void> | undefined;

  private constructor(socket: Socket, UnitSerNum: string) {
    this.#socket = socket;
    this.UnitSerNum = UnitSerNum;
    socket.on('data', (chunk) => {
      this.#awaited -= chunk.length;
      if (this.#awaited <= 0) this.#arrived?.resolve();
    });
    socket.on('error', () => {});
    socket.on('close', () => this.#arrived?.reject(new Error(`The connection of ${UnitSerNum} has ended`)));
  }

  static async dial(port: number, number: number): Promise<UnitLine> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return new UnitLine(socket, (100_000 + number).toString(36).toUpperCase().padStart(6, '0'));
  }

  /** The login's frame. */
  login(): Uint8Array {
    const { UnitSerNum } = this;
    return session.encode(
      {
        type: 'login',
        imei: '356938035643809',
        UnitSerNum,
        UnitModel: MODEL,
        FirmVer: '2.2.0.0.5',
        protocolVersion: 1,
        bootId: 1,
        lastSequence: 0,
      },
      ++this.#sequence,
    );
  }

  /** So many pings of a unit, each with the next sequence number, in one piece. */
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

  /** Sends the bytes and waits until at least `answerBytes` have come back. */
  async exchange(bytes: Uint8Array, answerBytes: number): Promise<void> {
    this.#awaited = answerBytes;
    this.#arrived = Promise.withResolvers();
    this.#socket.write(bytes);
    await this.#arrived.promise;
  }

  close(): void {
    this.#arrived = undefined;
    this.#socket.destroy();
  }
}
