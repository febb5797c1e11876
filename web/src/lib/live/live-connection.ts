import { AppError } from '#core/errors.ts';
import type { ClientMessage, ServerMessage, Topic } from '#core/live/messages.ts';
import { MINUTE, SECOND } from '#core/time.ts';

/** The part of a WebSocket that is used. */
export type LiveSocket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onclose' | 'onmessage'>;

export type LiveStatus =
  | { state: 'off' }
  | { state: 'connecting' }
  /** `since` in milliseconds since 1970. */
  | { state: 'up'; since: number }
  | { state: 'reconnecting'; attempt: number };

export type Refusal = Extract<ServerMessage, { action: 'refused' }>;

export interface TopicListener {
  onMessage(message: unknown): void;
  /** From now on everything that is said arrives: the server has confirmed the topic. */
  onSubscribed?(): void;
  /** The connection was away: what was said meanwhile is lost, so read it again. */
  onGap?(): void;
  onRefused?(refusal: Refusal): void;
}

interface LiveOptions {
  /** Gets a one-use ticket and the address to dial. */
  ticket(): Promise<{ ticket: string; url: string }>;
  dial(url: string): LiveSocket;
  now?: () => number;
  random?: () => number;
}

/** The gateway closes a connection that is silent for 10 minutes, and every connection after 2 hours (integration facts, AWS). */
export const PING_EVERY = 4 * MINUTE;
const PONG_WITHIN = 15 * SECOND;
const CONFIRMED_WITHIN = 5 * SECOND;
export const RENEW_AFTER = 110 * MINUTE;
export const RENEW_SPREAD = 5 * MINUTE;
const LONGEST_PAUSE = 30 * SECOND;

type TimerName = 'retry' | 'renewal' | 'succession' | 'ping' | 'pong';

/** The pause before the nth try: doubling from half a second to 30 s, half of it by chance so that tabs do not come together. */
export const pauseBefore = (attempt: number, random: number) => {
  const longest = Math.min(LONGEST_PAUSE, SECOND * 2 ** Math.min(attempt - 1, 10));
  return longest / 2 + (longest / 2) * random;
};

/** The one connection of a tab: carries topics, comes back by itself, and is renewed before the gateway cuts it. */
export class LiveConnection {
  readonly #ticket: LiveOptions['ticket'];
  readonly #dial: LiveOptions['dial'];
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #topics = new Map<Topic, Set<TopicListener>>();
  /** The topics that the server has confirmed on `#socket`. */
  #confirmed = new Set<Topic>();
  readonly #watchers = new Set<() => void>();
  readonly #timers = new Map<TimerName, ReturnType<typeof setTimeout>>();
  #status: LiveStatus = { state: 'off' };
  #socket: LiveSocket | undefined;
  /** The socket that will follow `#socket`, once the server has confirmed its topics. */
  #successor: { socket: LiveSocket; isOpen: boolean; unconfirmed: Set<Topic> } | undefined;
  /** Grows with each dial, so that a ticket which arrives late opens nothing. */
  #round = 0;
  #attempt = 0;
  #hasBeenUp = false;

  constructor({ ticket, dial, now = Date.now, random = Math.random }: LiveOptions) {
    this.#ticket = ticket;
    this.#dial = dial;
    this.#now = now;
    this.#random = random;
  }

  get status(): LiveStatus {
    return this.#status;
  }

  /** Calls `watcher` whenever the status changes. Returns how to stop. */
  readonly watch = (watcher: () => void) => {
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  };

  start() {
    if (this.#status.state !== 'off') return;
    this.#become({ state: 'connecting' });
    void this.#open();
  }

  stop() {
    this.#letGo();
    this.#attempt = 0;
    this.#hasBeenUp = false;
    this.#become({ state: 'off' });
  }

  /** Tries at once where a try is due later; for when the machine says that it is online again. */
  readonly hurry = () => {
    if (!this.#timers.has('retry')) return;
    this.#clear('retry');
    void this.#open();
  };

  /** Listens to a topic, now and after every reconnection. Returns how to stop. */
  subscribe(topic: Topic, listener: TopicListener): () => void {
    const listeners = this.#topics.get(topic) ?? new Set();
    if (listeners.size === 0) this.#ask({ action: 'subscribe', topic });
    this.#topics.set(topic, listeners.add(listener));
    if (this.#confirmed.has(topic)) queueMicrotask(() => listeners.has(listener) && listener.onSubscribed?.());
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return;
      this.#topics.delete(topic);
      this.#confirmed.delete(topic);
      this.#ask({ action: 'unsubscribe', topic });
    };
  }

  /** Sends a console command. Throws UNAVAILABLE where the connection is down: a command is never kept for later. */
  command(command: Omit<Extract<ClientMessage, { action: 'command' }>, 'action'>) {
    if (!this.#socket) {
      throw new AppError('UNAVAILABLE', 'The live connection is down. It comes back by itself; then try again.');
    }
    this.#say({ action: 'command', ...command });
  }

  async #open() {
    const round = ++this.#round;
    try {
      const { ticket, url } = await this.#ticket();
      if (round !== this.#round) return;
      const socket = this.#dial(`${url}?ticket=${encodeURIComponent(ticket)}`);
      this.#successor = { socket, isOpen: false, unconfirmed: new Set() };
      socket.onopen = () => this.#opened(socket);
      socket.onclose = () => this.#closed(socket);
      socket.onmessage = ({ data }) => this.#hear(socket, data);
    } catch (error) {
      if (round !== this.#round) return;
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') return this.stop();
      this.#failed();
    }
  }

  #opened(socket: LiveSocket) {
    if (!this.#successor) return;
    this.#successor.isOpen = true;
    this.#successor.unconfirmed = new Set(this.#topics.keys());
    for (const topic of this.#topics.keys()) tell(socket, { action: 'subscribe', topic });
    if (!this.#socket || this.#topics.size === 0) return this.#succeed();
    this.#schedule('succession', CONFIRMED_WITHIN, () => this.#succeed());
  }

  /** The successor takes over. The socket before it is closed only now, so that a renewal misses next to nothing. */
  #succeed() {
    if (!this.#successor) return;
    const isRenewal = this.#socket !== undefined;
    this.#clearTimers();
    release(this.#socket);
    this.#socket = this.#successor.socket;
    const { unconfirmed } = this.#successor;
    this.#confirmed = new Set([...this.#topics.keys()].filter((topic) => !unconfirmed.has(topic)));
    this.#successor = undefined;
    this.#schedule('renewal', RENEW_AFTER + RENEW_SPREAD * this.#random(), () => void this.#open());
    this.#schedulePing();
    if (!isRenewal) this.#become({ state: 'up', since: this.#now() });
    if (this.#hasBeenUp) this.#everyListener((listener) => listener.onGap?.());
    this.#hasBeenUp = true;
    this.#attempt = 0;
  }

  #closed(socket: LiveSocket) {
    if (socket === this.#socket) this.#lost();
    else if (socket === this.#successor?.socket) this.#failed();
  }

  /** A dial came to nothing. An earlier connection that still stands is kept, and its renewal tried again soon. */
  #failed() {
    release(this.#successor?.socket);
    this.#successor = undefined;
    if (this.#socket) this.#schedule('renewal', MINUTE, () => void this.#open());
    else this.#lost();
  }

  #lost() {
    this.#letGo();
    this.#attempt += 1;
    this.#schedule('retry', pauseBefore(this.#attempt, this.#random()), () => void this.#open());
    this.#become({ state: 'reconnecting', attempt: this.#attempt });
  }

  #letGo() {
    this.#round += 1;
    this.#clearTimers();
    release(this.#socket);
    release(this.#successor?.socket);
    this.#socket = undefined;
    this.#successor = undefined;
    this.#confirmed.clear();
  }

  #hear(socket: LiveSocket, data: unknown) {
    const message = parse(data);
    if (socket === this.#successor?.socket) return this.#hearSuccessor(message);
    this.#clear('pong');
    this.#schedulePing();
    if (!message) return;
    if (!('action' in message)) {
      for (const listener of this.#topics.get(message.topic) ?? []) listener.onMessage(message.message);
    } else if (message.action === 'subscribed') {
      this.#confirmed.add(message.topic);
      for (const listener of this.#topics.get(message.topic) ?? []) listener.onSubscribed?.();
    } else if (message.action === 'refused') {
      const { topic } = message;
      if (topic) for (const listener of this.#topics.get(topic) ?? []) listener.onRefused?.(message);
      else this.#everyListener((listener) => listener.onRefused?.(message));
    }
  }

  #hearSuccessor(message: ServerMessage | undefined) {
    if (!message || !('action' in message) || !('topic' in message) || !message.topic) return;
    this.#successor?.unconfirmed.delete(message.topic);
    if (this.#successor?.unconfirmed.size === 0) this.#succeed();
  }

  #schedulePing() {
    this.#schedule('ping', PING_EVERY, () => {
      this.#say({ action: 'ping' });
      this.#schedule('pong', PONG_WITHIN, () => this.#lost());
    });
  }

  /** What concerns topics is said to the successor as well, which would not know of it otherwise. */
  #ask(message: Extract<ClientMessage, { topic: Topic }>) {
    this.#say(message);
    if (!this.#successor?.isOpen) return;
    tell(this.#successor.socket, message);
    if (message.action === 'subscribe') this.#successor.unconfirmed.add(message.topic);
    else this.#successor.unconfirmed.delete(message.topic);
  }

  #say(message: ClientMessage) {
    if (this.#socket) tell(this.#socket, message);
  }

  #everyListener(what: (listener: TopicListener) => void) {
    for (const listeners of this.#topics.values()) for (const listener of listeners) what(listener);
  }

  #become(status: LiveStatus) {
    this.#status = status;
    for (const watcher of this.#watchers) watcher();
  }

  #schedule(name: TimerName, milliseconds: number, run: () => void) {
    this.#clear(name);
    const fire = () => {
      this.#timers.delete(name);
      run();
    };
    this.#timers.set(name, setTimeout(fire, milliseconds));
  }

  #clear(name: TimerName) {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }

  #clearTimers() {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}

const tell = (socket: LiveSocket, message: ClientMessage) => socket.send(JSON.stringify(message));

function release(socket: LiveSocket | undefined) {
  if (!socket) return;
  socket.onopen = null;
  socket.onclose = null;
  socket.onmessage = null;
  socket.close();
}

function parse(data: unknown): ServerMessage | undefined {
  try {
    const message: unknown = JSON.parse(String(data));
    return typeof message === 'object' && message !== null ? (message as ServerMessage) : undefined;
  } catch {
    return undefined;
  }
}
