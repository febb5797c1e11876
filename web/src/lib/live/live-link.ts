import type { ClientMessage, ServerMessage, Topic } from '#core/live/messages.ts';
import { MINUTE, SECOND } from '#core/time.ts';

/** The part of a WebSocket that is used. */
export type LiveSocket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onclose' | 'onmessage'>;

/** The gateway closes a connection that is silent for 10 minutes (integration facts, AWS). */
export const PING_INTERVAL_MS = 4 * MINUTE;
const PONG_TIMEOUT_MS = 15 * SECOND;

interface LinkEvents {
  onOpen(): void;
  onMessage(message: ServerMessage): void;
  /** The socket closed, or a ping got no answer. */
  onLost(): void;
}

/** One socket to the server. It pings while the server is silent. */
export class LiveLink {
  /** The topics that the server has confirmed on this socket. */
  readonly confirmed = new Set<Topic>();
  /** The topics that the server has refused on this socket for good. */
  readonly refused = new Set<Topic>();
  /** How often the topics were asked for again that the server could not confirm. */
  readonly askedAgain = new Map<Topic, number>();
  readonly #socket: LiveSocket;
  readonly #onLost: () => void;
  #isOpen = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(socket: LiveSocket, { onOpen, onMessage, onLost }: LinkEvents) {
    this.#socket = socket;
    this.#onLost = onLost;
    socket.onopen = () => {
      this.#isOpen = true;
      this.#schedulePing();
      onOpen();
    };
    socket.onclose = onLost;
    socket.onmessage = ({ data }) => {
      this.#schedulePing();
      const message = parse(data);
      if (message) onMessage(message);
    };
  }

  /** Sends a message; a link that is not open yet drops it. */
  send(message: ClientMessage) {
    if (this.#isOpen) this.#socket.send(JSON.stringify(message));
  }

  /** True if the server has confirmed the topic on this socket, or refused it for good. */
  hasAnswered(topic: Topic): boolean {
    return this.confirmed.has(topic) || this.refused.has(topic);
  }

  /** Drops what is known of a topic that nobody follows any more. */
  forget(topic: Topic) {
    for (const known of [this.confirmed, this.refused, this.askedAgain]) known.delete(topic);
  }

  close() {
    clearTimeout(this.#timer);
    this.#socket.onopen = null;
    this.#socket.onclose = null;
    this.#socket.onmessage = null;
    this.#socket.close();
  }

  #schedulePing() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.send({ action: 'ping' });
      this.#timer = setTimeout(this.#onLost, PONG_TIMEOUT_MS);
    }, PING_INTERVAL_MS);
  }
}

function parse(data: unknown): ServerMessage | undefined {
  try {
    const message: unknown = JSON.parse(String(data));
    return typeof message === 'object' && message !== null ? (message as ServerMessage) : undefined;
  } catch {
    return undefined;
  }
}
