import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { ClientMessage } from '#core/live/messages.ts';
import { liveStore } from '#data/live/live.ts';

export async function opened(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  return socket;
}

/** A browser's live connection, in a session. */
export async function openedLive(liveUrl: string, sessionId: string): Promise<WebSocket> {
  const ticket = await liveStore.issueTicket(sessionId, Date.now());
  const socket = await opened(`${liveUrl}?ticket=${ticket}`);
  // A measure waits for the news of many units at once.
  return socket.setMaxListeners(0);
}

export const say = (socket: WebSocket, message: ClientMessage) => socket.send(JSON.stringify(message));

export interface Told {
  action?: string;
  topic?: string;
  requestId?: string;
  commandId?: string;
  message?: unknown;
}

/** Waits for a message for which `isIt` is true. Rejects on a refusal. */
export function heard(socket: WebSocket, isIt: (told: Told) => boolean | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.on('message', function listen(data: Buffer) {
      const told = JSON.parse(data.toString()) as Told;
      if (told.action !== 'refused' && !isIt(told)) return;
      socket.off('message', listen);
      if (told.action === 'refused') reject(new Error(`The portal refused: ${data}`));
      else resolve();
    });
  });
}
