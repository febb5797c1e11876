import { once } from 'node:events';
import { WebSocket } from 'ws';
import { live } from '#core/live/contract.ts';
import type { ClientMessage, ServerMessage } from '#core/live/messages.ts';
import { LIVE } from '#infra/wiring.ts';
import { startWebSocketApi } from '#local/api-gateway/websocket-api.ts';
import { ask, type Caller } from '#support/call.ts';
import { invoke } from '#support/invoke.ts';

/** The WebSocket API with its function, on a port of the test file. */
export async function aLiveApi() {
  const api = await startWebSocketApi({
    port: 0,
    stage: LIVE.stage,
    invoke: (_route, event) => invoke(LIVE.consumer, event),
  });
  process.env.LIVE_ENDPOINT = `http://localhost:${api.port}/${LIVE.stage}`;
  process.env.LIVE_URL = `ws://localhost:${api.port}/${LIVE.stage}`;
  process.env.LIVE_SECOND_URL = `ws://127.0.0.1:${api.port}/${LIVE.stage}`;
  return api;
}

/** The browser's end of a live connection. */
export interface Browser {
  say(message: ClientMessage): void;
  sayRaw(text: string): void;
  /** The next message; undefined if none arrives within `patience` milliseconds. */
  hear(patience?: number): Promise<ServerMessage | undefined>;
  close(): Promise<void>;
}

/** Connects with a ticket; returns the status of a refused connection. */
export async function dial(ticket: string | undefined): Promise<Browser | number> {
  const socket = new WebSocket(`${process.env.LIVE_URL}${ticket === undefined ? '' : `?ticket=${ticket}`}`);
  const heard: ServerMessage[] = [];
  let wake = () => {};
  socket.on('message', (data) => {
    heard.push(JSON.parse(String(data)));
    wake();
  });
  const opened = await new Promise<true | number>((resolve, reject) => {
    socket.once('open', () => resolve(true));
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.once('error', reject);
  });
  if (opened !== true) return opened;
  return {
    say: (message) => socket.send(JSON.stringify(message)),
    sayRaw: (text) => socket.send(text),
    async hear(patience = 5_000) {
      if (heard.length === 0)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, patience);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      return heard.shift();
    },
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** A browser with a signed-in user. */
export async function aBrowser(as: Caller): Promise<Browser> {
  const { ticket } = await ask(live.ticket, { as });
  const browser = await dial(ticket);
  if (typeof browser === 'number') throw new Error(`The live connection was refused with ${browser}`);
  return browser;
}
