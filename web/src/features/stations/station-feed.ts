import { MOST_RETRIES } from '#core/live/retries.ts';
import { type Board, readFrame, requestAll, SILENCE_MS, withFrame } from '#core/stations/frames.ts';
import { retryDelay } from '#web/lib/live/live-connection.ts';

export type FeedState =
  | { state: 'connecting' }
  | { state: 'open' }
  /** `wasOpen`: a server had answered before. `retry` counts from 1. */
  | { state: 'retrying'; retry: number; wasOpen: boolean }
  | { state: 'maxedOut' }
  | { state: 'notSetUp' };

export interface FeedView {
  status: FeedState;
  /** Undefined until a server has described its stations. */
  board: Board | undefined;
  unreadable: number;
}

type FeedSocket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onclose' | 'onmessage'>;

interface Options {
  connection(): Promise<{ servers: readonly string[]; ticket: string }>;
  dial(url: string): FeedSocket;
  random?: () => number;
}

/** The connection to the telephone system. After a failure it tries the other server [P3-S17]. */
export class StationFeed {
  readonly #options: Required<Options>;
  readonly #watchers = new Set<() => void>();
  #view: FeedView = { status: { state: 'connecting' }, board: undefined, unreadable: 0 };
  #socket: FeedSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Changes with each dial, so that a late ticket opens nothing. */
  #round = 0;
  #dials = 0;
  #retries = 0;
  #wasOpen = false;

  constructor(options: Options) {
    this.#options = { random: Math.random, ...options };
  }

  readonly view = () => this.#view;

  readonly watch = (watcher: () => void) => {
    this.#watchers.add(watcher);
    return () => {
      this.#watchers.delete(watcher);
    };
  };

  /** Connects, with all retries. */
  start() {
    this.stop();
    this.#retries = 0;
    this.#show({ status: { state: 'connecting' } });
    void this.#dial();
  }

  stop() {
    this.#round += 1;
    this.#drop();
  }

  async #dial() {
    const round = ++this.#round;
    try {
      const { servers, ticket } = await this.#options.connection();
      if (round !== this.#round) return;
      if (servers.length === 0) return this.#show({ status: { state: 'notSetUp' } });
      const socket = this.#options.dial(servers[this.#dials++ % servers.length]!);
      this.#socket = socket;
      this.#expectFrame();
      socket.onopen = () => socket.send(requestAll(ticket));
      socket.onclose = () => this.#retry();
      socket.onmessage = ({ data }) => this.#receive(data);
    } catch {
      if (round === this.#round) this.#retry();
    }
  }

  #receive(data: unknown) {
    const frame = readFrame(data);
    if (!frame) return;
    this.#expectFrame();
    if (frame.message === 'All') {
      this.#retries = 0;
      this.#wasOpen = true;
      this.#show({ status: { state: 'open' }, board: withFrame(new Map(), frame), unreadable: frame.unreadable });
    } else if (this.#view.board && frame.message !== 'Alive') {
      this.#show({ board: withFrame(this.#view.board, frame) });
    }
  }

  /** A server that sends nothing for long is gone, even if the connection looks open. */
  #expectFrame() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#retry(), SILENCE_MS);
  }

  #retry() {
    this.#drop();
    if (this.#retries === MOST_RETRIES) return this.#show({ status: { state: 'maxedOut' } });
    this.#retries += 1;
    this.#show({ status: { state: 'retrying', retry: this.#retries, wasOpen: this.#wasOpen } });
    this.#timer = setTimeout(() => void this.#dial(), retryDelay(this.#retries, this.#options.random()));
    return undefined;
  }

  #drop() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = undefined;
    socket.onopen = null;
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
  }

  #show(change: Partial<FeedView>) {
    this.#view = { ...this.#view, ...change };
    for (const watcher of this.#watchers) watcher();
  }
}
