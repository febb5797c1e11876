import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { ALIVE_INTERVAL_MS, RequestAll } from '#core/stations/frames.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import { listen, type Running } from '../http.ts';
import { simulatedStations, stepped } from './centre.ts';

interface Options {
  /** 0 means any free port. */
  port: number;
  /** The key that signs tickets. */
  ticketKey: string;
  /** How often a station changes; 0: never. */
  stepMs?: number;
}

/** Close codes of docs/stations-protocol.md. */
const REFUSED = 4401;
const RENEW = 4408;
const REQUEST_TIMEOUT_MS = 10 * SECOND;
const MAX_CONNECTION_MS = 15 * MINUTE;
const MAX_REQUEST_BYTES = 2_048;

const Claims = z.object({ user: z.string(), id: z.string(), expires: z.number() });

/** Stands in for the telephone system of the monitoring centre. */
export async function startStations({ port, ticketKey, stepMs = 2 * SECOND }: Options): Promise<Running> {
  const stations = simulatedStations(Date.now());
  const server = createServer((_request, response) => response.writeHead(426).end());
  const sockets = new WebSocketServer({ server, maxPayload: MAX_REQUEST_BYTES });
  const viewers = new Set<WebSocket>();
  /** The tickets that were used, with their expiry in seconds. */
  const used = new Map<string, number>();

  function isGood(ticket: string): boolean {
    const claims = claimsOf(ticket, ticketKey);
    const now = Date.now() / 1_000;
    for (const [id, expires] of used) if (expires < now) used.delete(id);
    if (!claims || claims.expires < now || used.has(claims.id)) return false;
    used.set(claims.id, claims.expires);
    return true;
  }

  const tell = (frame: object, to: Iterable<WebSocket> = viewers) => {
    const text = JSON.stringify(frame);
    for (const socket of to) socket.send(text);
  };

  sockets.on('connection', (socket) => {
    const unasked = setTimeout(() => socket.close(REFUSED, 'No RequestAll'), REQUEST_TIMEOUT_MS);
    const renewal = setTimeout(() => socket.close(RENEW, 'Connect again'), MAX_CONNECTION_MS);
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearTimeout(unasked);
      clearTimeout(renewal);
      viewers.delete(socket);
    });
    socket.on('message', (data) => {
      clearTimeout(unasked);
      const request = requestIn(String(data));
      if (!request || !isGood(request.ticket)) return socket.close(REFUSED, 'No valid ticket');
      viewers.add(socket);
      return tell({ message: 'All', stations }, [socket]);
    });
  });

  const alive = setInterval(() => tell({ message: 'Alive' }), ALIVE_INTERVAL_MS);
  const step = () => {
    const index = randomInt(stations.length);
    stations[index] = stepped(stations[index]!, Date.now());
    tell({ message: 'Station', station: stations[index] });
  };
  const steps = stepMs > 0 ? setInterval(step, stepMs) : undefined;
  const running = await listen(server, port);
  return {
    ...running,
    async close() {
      clearInterval(alive);
      clearInterval(steps);
      for (const socket of sockets.clients) socket.terminate();
      await running.close();
    },
  };
}

function requestIn(text: string) {
  try {
    return RequestAll.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function claimsOf(ticket: string, key: string) {
  const [body = '', signature = ''] = ticket.split('.');
  const expected = createHmac('sha256', key).update(body).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return Claims.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString())).data;
}
