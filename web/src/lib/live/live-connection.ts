import { AppError, type ErrorCode } from '#core/errors.ts';
import type { ClientMessage, ServerMessage, Topic } from '#core/live/messages.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import { LiveLink, type LiveSocket } from './live-link.ts';

export type LiveStatus =
  | { state: 'off' }
  | { state: 'connecting' }
  /** `since` in milliseconds since 1970. */
  | { state: 'up'; since: number }
  | { state: 'reconnecting'; attempt: number };

export type Refusal = Extract<ServerMessage, { action: 'refused' }>;
export type Recorded = Extract<ServerMessage, { action: 'recorded' }>;

export interface TopicListener {
  onMessage(message: unknown): void;
  /** The server has confirmed the topic: every message arrives from now on. */
  onSubscribed?(): void;
  /** The connection was replaced: messages may be lost, so read the data again. */
  onGap?(): void;
  /** The server has stored a command of this connection. */
  onRecorded?(recorded: Recorded): void;
  onRefused?(refusal: Refusal): void;
}

type CustodyRequest = Extract<ClientMessage, { action: 'custody' }>;

interface LiveOptions {
  /** Gets a one-use ticket and the address to dial. */
  ticket(): Promise<{ ticket: string; url: string; secondUrl: string }>;
  dial(url: string): LiveSocket;
  now?: () => number;
  random?: () => number;
}

const CONFIRM_TIMEOUT_MS = 5 * SECOND;
/** The gateway closes every connection after 2 hours (integration facts, AWS). */
export const RENEW_AFTER_MS = 110 * MINUTE;
export const RENEW_SPREAD_MS = 5 * MINUTE;
const MAX_RETRY_DELAY_MS = 30 * SECOND;
/** Refusals of a topic that pass: the table was busy, for example while many browsers come back at once, or the session sent too much. */
const PASSING: readonly string[] = ['UNAVAILABLE', 'INTERNAL', 'TOO_MANY'] satisfies ErrorCode[];
/** A topic that is refused so often in a row is shown as refused. It is asked for all the same. */
const TOLD_AT_TRY = 3;
/** The first wait is that of the third try to connect: 2 to 4 s. */
const FIRST_ASK_AGAIN = 2;

/** The delay before the nth try: doubles from half a second to 30 s, half of it random so that tabs do not come together. */
export const retryDelay = (attempt: number, random: number) => {
  const longest = Math.min(MAX_RETRY_DELAY_MS, SECOND * 2 ** Math.min(attempt - 1, 10));
  return longest / 2 + (longest / 2) * random;
};

/** The one connection of a tab: carries topics, reconnects by itself, and is renewed before the gateway closes it. */
export class LiveConnection {
  readonly #options: Required<LiveOptions>;
  readonly #topics = new Map<Topic, Set<TopicListener>>();
  readonly #watchers = new Set<() => void>();
  #status: LiveStatus = { state: 'off' };
  #link: LiveLink | undefined;
  /** Replaces `#link` once the server has confirmed all topics on it. */
  #next: LiveLink | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Changes with each dial, so that a late ticket opens nothing. */
  #round = 0;
  #attempt = 0;
  #hasBeenUp = false;

  constructor(options: LiveOptions) {
    this.#options = { now: Date.now, random: Math.random, ...options };
  }

  get status(): LiveStatus {
    return this.#status;
  }

  /** Calls `watcher` whenever the status changes. Returns the function that stops this. */
  readonly watch = (watcher: () => void) => {
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  };

  start() {
    if (this.#status.state !== 'off') return;
    this.#setStatus({ state: 'connecting' });
    void this.#dial();
  }

  stop() {
    this.#closeLinks();
    this.#attempt = 0;
    this.#hasBeenUp = false;
    this.#setStatus({ state: 'off' });
  }

  /** Reconnects at once if a retry is scheduled; for when the machine is online again. */
  readonly hurry = () => {
    if (this.#status.state !== 'reconnecting' || this.#timer === undefined) return;
    this.#cancelTimer();
    void this.#dial();
  };

  /** Like `hurry`, and counts retries from the beginning. */
  startAnew() {
    if (this.#status.state !== 'reconnecting') return;
    this.#attempt = 0;
    this.#setStatus({ state: 'connecting' });
    this.#cancelTimer();
    void this.#dial();
  }

  /** Subscribes to a topic, now and after every reconnection. Returns the function that unsubscribes. */
  subscribe(topic: Topic, listener: TopicListener): () => void {
    const listeners = this.#listeners(topic);
    if (listeners.size === 0) this.#sendToLinks({ action: 'subscribe', topic });
    this.#topics.set(topic, listeners.add(listener));
    if (this.#link?.confirmed.has(topic)) queueMicrotask(() => listeners.has(listener) && listener.onSubscribed?.());
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return;
      this.#topics.delete(topic);
      for (const link of this.#links) link.forget(topic);
      this.#sendToLinks({ action: 'unsubscribe', topic });
    };
  }

  /** Sends a console command. Throws UNAVAILABLE if the connection is down: a command is never kept for later. */
  command(command: Omit<Extract<ClientMessage, { action: 'command' }>, 'action'>) {
    if (!this.#link) {
      throw new AppError('UNAVAILABLE', 'The live connection is down and is being restored. Try again in a moment.');
    }
    this.#link.send({ action: 'command', ...command });
  }

  /** Sends what somebody does about the custody of a console. Does nothing while the connection is down: the server frees it. */
  custody(UnitSerNum: string, act: CustodyRequest['act']) {
    this.#link?.send({ action: 'custody', UnitSerNum, act });
  }

  /** Tells the server that the connection is in use. Does nothing while it is down. */
  keepAlive() {
    this.#link?.send({ action: 'ping' });
  }

  async #dial() {
    const round = ++this.#round;
    try {
      const { ticket, url, secondUrl } = await this.#options.ticket();
      if (round !== this.#round) return;
      // Retries alternate between the two names of the server [P3-S14].
      const name = this.#attempt % 2 === 0 ? url : secondUrl;
      const next = new LiveLink(this.#options.dial(`${name}?ticket=${encodeURIComponent(ticket)}`), {
        onOpen: () => this.#opened(next),
        onMessage: (message) => this.#received(next, message),
        onLost: () => (next === this.#link ? this.#lost() : this.#failed()),
      });
      this.#next = next;
    } catch (error) {
      if (round !== this.#round) return;
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') return this.stop();
      this.#failed();
    }
  }

  #opened(next: LiveLink) {
    for (const topic of this.#topics.keys()) next.send({ action: 'subscribe', topic });
    if (!this.#link || this.#topics.size === 0) this.#use(next);
    else this.#schedule(CONFIRM_TIMEOUT_MS, () => this.#use(next));
  }

  /** Makes `next` the link in use. The link before it is closed only now, so that a renewal misses almost nothing. */
  #use(next: LiveLink) {
    const isRenewal = this.#link !== undefined;
    this.#link?.close();
    this.#link = next;
    this.#next = undefined;
    const { now, random } = this.#options;
    this.#schedule(RENEW_AFTER_MS + RENEW_SPREAD_MS * random(), () => void this.#dial());
    if (!isRenewal) this.#setStatus({ state: 'up', since: now() });
    if (this.#hasBeenUp) this.#forEachListener((listener) => listener.onGap?.());
    this.#hasBeenUp = true;
    this.#attempt = 0;
  }

  /** The next link could not be opened. A link that is still up is kept, and its renewal is tried again soon. */
  #failed() {
    this.#next?.close();
    this.#next = undefined;
    if (this.#link) this.#schedule(MINUTE, () => void this.#dial());
    else this.#lost();
  }

  #lost() {
    this.#closeLinks();
    this.#attempt += 1;
    this.#schedule(retryDelay(this.#attempt, this.#options.random()), () => void this.#dial());
    this.#setStatus({ state: 'reconnecting', attempt: this.#attempt });
  }

  #closeLinks() {
    this.#round += 1;
    this.#cancelTimer();
    for (const link of this.#links) link.close();
    this.#link = undefined;
    this.#next = undefined;
  }

  #received(link: LiveLink, message: ServerMessage) {
    if (!('action' in message)) {
      if (link === this.#next) return;
      for (const listener of this.#listeners(message.topic)) listener.onMessage(message.message);
    } else if (message.action === 'subscribed') {
      this.#confirmed(link, message.topic);
    } else if (message.action === 'recorded') {
      this.#forEachListener((listener) => listener.onRecorded?.(message));
    } else if (message.action === 'refused') {
      this.#refused(link, message);
    }
    if (link === this.#next && [...this.#topics.keys()].every((topic) => link.hasAnswered(topic))) this.#use(link);
  }

  #confirmed(link: LiveLink, topic: Topic) {
    link.confirmed.add(topic);
    if (link === this.#next) return;
    const wasMissed = link.askedAgain.delete(topic);
    for (const listener of this.#listeners(topic)) {
      listener.onSubscribed?.();
      if (wasMissed) listener.onGap?.();
    }
  }

  #refused(link: LiveLink, refusal: Refusal) {
    const { topic, requestId } = refusal;
    const passes = PASSING.includes(refusal.code);
    if (topic === undefined) {
      // The refusal of a ping concerns no listener.
      if (requestId === undefined && passes) return;
      return this.#forEachListener((listener) => listener.onRefused?.(refusal));
    }
    if (passes) this.#askAgain(link, topic);
    else link.refused.add(topic);
    if (passes && (link.askedAgain.get(topic) ?? 0) < TOLD_AT_TRY) return;
    for (const listener of this.#listeners(topic)) listener.onRefused?.(refusal);
  }

  /** Asks later and later. The refusal can also be that of an `unsubscribe`, which needs nothing more. */
  #askAgain(link: LiveLink, topic: Topic) {
    if (!this.#topics.has(topic)) return;
    const attempt = (link.askedAgain.get(topic) ?? 0) + 1;
    link.askedAgain.set(topic, attempt);
    setTimeout(
      () => {
        if (this.#links.includes(link) && link.askedAgain.get(topic) === attempt)
          link.send({ action: 'subscribe', topic });
      },
      retryDelay(attempt + FIRST_ASK_AGAIN, this.#options.random()),
    );
  }

  get #links(): readonly LiveLink[] {
    return [this.#link, this.#next].filter((link) => link !== undefined);
  }

  #listeners(topic: Topic): Set<TopicListener> {
    return this.#topics.get(topic) ?? new Set();
  }

  #sendToLinks(message: ClientMessage) {
    for (const link of this.#links) link.send(message);
  }

  #forEachListener(run: (listener: TopicListener) => void) {
    for (const listeners of this.#topics.values()) for (const listener of listeners) run(listener);
  }

  #setStatus(status: LiveStatus) {
    this.#status = status;
    for (const watcher of this.#watchers) watcher();
  }

  /** There is one timer: for the retry, the confirmation of the next link, or the renewal. */
  #schedule(milliseconds: number, run: () => void) {
    this.#cancelTimer();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      run();
    }, milliseconds);
  }

  #cancelTimer() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
