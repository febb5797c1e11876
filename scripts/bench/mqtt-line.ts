import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { exchange } from './exchange.ts';

// The part of MQTT 3.1.1 that the comparison with a broker needs: connect, subscribe, publish with QoS 1.

const CONNECT = 0x10;
const PUBLISH_QOS1 = 0x32;
const PUBACK = 0x40;
const SUBSCRIBE = 0x82;
const ACKNOWLEDGEMENT_BYTES = 4;
const SUBSCRIBED_BYTES = 5;
const MAX_ID = 0xffff;

/** A client of an MQTT broker. */
export class MqttLine {
  readonly #socket: Socket;
  readonly #name: string;
  #lastId = 0;

  private constructor(socket: Socket, name: string) {
    this.#socket = socket;
    this.#name = name;
    socket.on('error', () => {});
  }

  /** Connects, and never sends a heartbeat. */
  static async connect(port: number, name: string): Promise<MqttLine> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    const line = new MqttLine(socket, name);
    const clean = Buffer.from([4, 2, 0, 0]);
    await line.#ask(packet(CONNECT, text('MQTT'), clean, text(name)), ACKNOWLEDGEMENT_BYTES);
    return line;
  }

  /** Publishes the payloads with QoS 1, and resolves when all are acknowledged. */
  publish(topic: string, payloads: readonly Uint8Array[], unanswered: number): Promise<void> {
    const pieces = payloads.map((payload) => packet(PUBLISH_QOS1, text(topic), this.#id(), payload));
    return exchange(this.#socket, { pieces, answerBytes: ACKNOWLEDGEMENT_BYTES, unanswered }, this.#name);
  }

  /** Subscribes with QoS 1. Acknowledges what comes, and calls `onMessage` for each. */
  async subscribe(topics: string, onMessage: () => void): Promise<void> {
    await this.#ask(packet(SUBSCRIBE, this.#id(), text(topics), Buffer.from([1])), SUBSCRIBED_BYTES);
    let rest: Buffer = Buffer.alloc(0);
    this.#socket.on('data', (chunk: Buffer) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const acknowledgements: Buffer[] = [];
      for (let next = packetOf(rest); next; next = packetOf(rest)) {
        rest = rest.subarray(next.end);
        if (next.type !== PUBLISH_QOS1) continue;
        const idAt = 2 + next.body.readUInt16BE(0);
        acknowledgements.push(packet(PUBACK, next.body.subarray(idAt, idAt + 2)));
        onMessage();
      }
      if (acknowledgements.length > 0) this.#socket.write(Buffer.concat(acknowledgements));
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #ask(piece: Uint8Array, answerBytes: number): Promise<void> {
    return exchange(this.#socket, { pieces: [piece], answerBytes, unanswered: 1 }, this.#name);
  }

  #id(): Buffer {
    this.#lastId = (this.#lastId % MAX_ID) + 1;
    return number16(this.#lastId);
  }
}

function number16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

const text = (value: string) => Buffer.concat([number16(Buffer.byteLength(value)), Buffer.from(value)]);

/** A packet of less than 16 KB. */
function packet(type: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [(body.length % 128) | 128, body.length >> 7];
  return Buffer.concat([Buffer.from([type, ...length]), body]);
}

/** The first whole packet, and where it ends. */
function packetOf(bytes: Buffer): { type: number; body: Buffer; end: number } | undefined {
  if (bytes.length < 3) return undefined;
  const isLong = bytes[1]! >= 128;
  const begin = isLong ? 3 : 2;
  const end = begin + (isLong ? (bytes[1]! & 127) + (bytes[2]! << 7) : bytes[1]!);
  return bytes.length < end ? undefined : { type: bytes[0]!, body: bytes.subarray(begin, end), end };
}
