import { once } from 'node:events';
import { api } from '#core/index.ts';
import type { ClientMessage, ServerMessage } from '#core/live/messages.ts';
import { LIVE } from '#infra/wiring.ts';
import type { Deployed } from './deployment.ts';
import type { Emulator } from './emulator.ts';
import type { PortalClient } from './portal-client.ts';
import { eventually } from './steps.ts';

/** The emulator's path for the WebSocket API and its @connections; AWS has a host name per API instead. */
export const livePath = ({ liveApiId }: Deployed) => `/_aws/execute-api/${liveApiId}/${LIVE.stage}`;

/** A browser's live connection with the deployed WebSocket API. */
export class LiveConnection {
  readonly #socket: WebSocket;
  readonly heard: ServerMessage[] = [];

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.heard.push(JSON.parse(String(data)) as ServerMessage));
  }

  /** Gets a ticket and connects with it. */
  static async open(emulator: Emulator, deployed: Deployed, client: PortalClient): Promise<LiveConnection> {
    const { ticket } = await client.call(api.live.ticket, {});
    return LiveConnection.with(emulator, deployed, ticket);
  }

  static async with({ url }: Emulator, deployed: Deployed, ticket: string): Promise<LiveConnection> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${livePath(deployed)}?ticket=${ticket}`);
    const connection = new LiveConnection(socket);
    await Promise.race([
      once(socket, 'open'),
      once(socket, 'error').then(() => Promise.reject(new Error('The connection was refused'))),
    ]);
    return connection;
  }

  say(message: ClientMessage): void {
    this.#socket.send(JSON.stringify(message));
  }

  /** The first message, received or future, that `matches`. */
  hear<Message extends ServerMessage>(
    what: string,
    matches: (message: ServerMessage) => message is Message,
  ): Promise<Message>;
  hear(what: string, matches: (message: ServerMessage) => boolean): Promise<ServerMessage>;
  hear(what: string, matches: (message: ServerMessage) => boolean): Promise<ServerMessage> {
    const told = () => `${what} is heard; heard so far: ${JSON.stringify(this.heard)}`;
    return eventually(told, async () => this.heard.find(matches));
  }

  close(): void {
    this.#socket.close();
  }
}
