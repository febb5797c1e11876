import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { Clock } from '../clock.ts';
import { addressOf, gatewayId } from './identifiers.ts';

/** Why a connection ended, as $disconnect receives it. */
export interface Ending {
  code: number;
  reason: string;
}

/** API Gateway WebSocket quotas, which cannot be raised. */
const IDLE_MILLISECONDS = 10 * 60 * 1000;
const LIFE_MILLISECONDS = 2 * 60 * 60 * 1000;

/** Code and reason, captured from the live service for an idle connection. */
const TIMED_OUT: Ending = { code: 1001, reason: 'Going away' };

/** One client's connection: waiting while $connect runs, then open until one side ends it. */
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

  /** True if messages can be sent: not while $connect runs, nor once the connection ends. */
  get isOpen(): boolean {
    return this.#socket !== undefined && this.ending === undefined;
  }

  open(socket: WebSocket) {
    this.#socket = socket;
    this.#callOff.push(this.#clock.after(LIFE_MILLISECONDS, () => this.end(TIMED_OUT)));
    this.#watchIdleness(IDLE_MILLISECONDS);
  }

  /** Any message in either direction restarts the idle time. */
  touch() {
    this.lastActiveAt = this.#clock.now();
  }

  /** Resolves when the message was handed to the network. */
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

  /** Call this when the socket is closed: it stops the timers and returns the reason. */
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

/** The service's reasons if the client sent none. The last is our own. */
const REASONS: Readonly<Record<number, string>> = {
  1000: 'Connection Closed Normally',
  1001: 'Going away',
  1005: 'Client-side close frame status not set',
  1006: 'Connection closed abnormally',
};
