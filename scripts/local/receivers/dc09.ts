import { createServer, type Socket } from 'node:net';
import { type Dc09Message, encodeDc09, parseDc09 } from '#protocol/dc09/frame.ts';
import { listenOverTcp, type Running } from '../http.ts';
import type { ReceivedMessages } from './received.ts';

/** What a receiver does with each message. `silent` never answers; `plain` acknowledges without encryption. */
export type Dc09Behaviour = 'ACK' | 'NAK' | 'DUH' | 'silent' | 'close' | 'plain' | 'other';

interface Options {
  /** 0 means any free port. */
  port: number;
  key: Uint8Array;
  received: ReceivedMessages;
  behaviour: () => Dc09Behaviour;
}

const CR = 0x0d;
const padding = (length: number) => 'x'.repeat(length);

/** Stands in for a receiver of DC-09. It answers what it cannot read with NAK and its time. */
export function startDc09({ port, key, received, behaviour }: Options): Promise<Running> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let bytes = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      for (let end = bytes.indexOf(CR); end >= 0; end = bytes.indexOf(CR)) {
        answer(socket, bytes.subarray(0, end + 1));
        bytes = bytes.subarray(end + 1);
      }
    });
  });

  function answer(socket: Socket, frame: Buffer): void {
    const parsed = parseDc09(frame, key);
    const now = Date.now();
    if (!parsed.ok || !parsed.encrypted) {
      socket.end(encodeDc09({ token: 'NAK', sequence: 0, line: '0', account: '', data: '', timestamp: now }));
      return;
    }
    const { token, account, sequence, data } = parsed.message;
    const does = behaviour();
    received.add({ protocol: 'dc09', token, account, sequence, data, answer: does });
    const reply: Dc09Message = { token: 'ACK', sequence, line: '0', account, data: '', timestamp: now };
    const encryption = { key, padding };
    if (does === 'silent') return;
    if (does === 'close') socket.destroy();
    else if (does === 'NAK') socket.end(encodeDc09({ ...reply, token: 'NAK', sequence: 0 }));
    else if (does === 'DUH') socket.end(encodeDc09({ ...reply, token: 'DUH' }));
    else if (does === 'plain') socket.end(encodeDc09(reply));
    else if (does === 'other') socket.end(encodeDc09({ ...reply, sequence: sequence + 1 }, encryption));
    else socket.end(encodeDc09(reply, encryption));
  }

  return listenOverTcp(server, port, () => {
    for (const socket of sockets) socket.destroy();
  });
}
