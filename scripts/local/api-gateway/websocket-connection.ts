import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import { addressOf, gatewayId } from './identifiers.ts';

/** Why a connection ended, as $disconnect hears it. */
export interface Ending {
  code: number;
  reason: string;
}

/** API Gateway WebSocket quotas, none of which can be raised. */
const IDLE_MILLISECONDS = 10 * 60 * 1000;
const LIFE_MILLISECONDS = 2 * 60 * 60 * 1000;

/** Captured from the live service when a connection stood idle: code and words alike. */
const TIMED_OUT: Ending = { code: 1001, reason: 'Going away' };

/** One client: held while $connect runs, then open until somebody ends it. */
export class Connection {
  readonly id = gatewayId();
  readonly connectedAt: number;
  readonly sourceIp: string;
  readonly userAgent: string;
  readonly host: string;
  lastActiveAt: number;
  /** Set by the side that ends it, before the closing handshake. */
  ending: Ending | undefined;
  #socket: WebSocket | undefined;
  #callOff: (() => void)[] = [];
  readonly #clock: Clock;

  constructor(request: IncomingMessage, clock: Clock) {
    this.#clock = clock;
    this.connectedAt = this.lastActiveAt = clock.now();
    this.sourceIp = addressOf(request.socket);
    this.userAgent = request.headers['user-agent'] ?? '';
    this.host = request.headers.host ?? '';
  }

  /** Whether messages can be sent: neither while $connect runs nor once the end has begun. */
  get isOpen(): boolean {
    return this.#socket !== undefined && this.ending === undefined;
  }

  open(socket: WebSocket) {
    this.#socket = socket;
    this.#callOff.push(this.#clock.after(LIFE_MILLISECONDS, () => this.end(TIMED_OUT)));
    this.#watchIdleness(IDLE_MILLISECONDS);
  }

  /** Whatever travels in either direction keeps the connection from counting as idle. */
  touch() {
    this.lastActiveAt = this.#clock.now();
  }

  /** Resolves when the message has been handed to the network. */
  send(text: string): Promise<void> {
    this.touch();
    return new Promise((resolve, reject) => {
      if (!this.#socket) return reject(new Error('The connection is not open'));
      this.#socket.send(text, { binary: false }, (error) => (error ? reject(error) : resolve()));
    });
  }

  end(ending: Ending) {
    if (this.ending) return;
    this.ending = ending;
    this.#socket?.close(ending.code, ending.reason);
  }

  /** The socket is closed: stops the clocks and tells why it ended. */
  ended(code: number, reason: string): Ending {
    for (const callOff of this.#callOff) callOff();
    return this.ending ?? { code, reason: reason || (REASONS[code] ?? '') };
  }

  #watchIdleness(milliseconds: number) {
    const callOff = this.#clock.after(milliseconds, () => {
      const left = this.lastActiveAt + IDLE_MILLISECONDS - this.#clock.now();
      if (left <= 0) this.end(TIMED_OUT);
      else this.#watchIdleness(left);
    });
    this.#callOff[1] = callOff;
  }
}

/** The service's words where the client gave none. The last is our own. */
const REASONS: Readonly<Record<number, string>> = {
  1000: 'Connection Closed Normally',
  1001: 'Going away',
  1005: 'Client-side close frame status not set',
  1006: 'Connection closed abnormally',
};
