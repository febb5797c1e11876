import { MINUTE, SECOND } from '#core/time.ts';
import { afterActivity, type IdlePhase, idlePhase, untilNextPhase } from './idle.ts';

/** Shares the time of the last activity between tabs. A BroadcastChannel is one. */
export interface ActivityChannel {
  postMessage(lastActive: number): void;
  onmessage: ((event: MessageEvent<number>) => void) | null;
}

/** Mouse moves come by the hundred; one per second is enough. */
const GRAIN = SECOND;
/** The server has the same idle time-out; this is how often it is told of activity. */
const ACTIVITY_REPORT_INTERVAL_MS = 4 * MINUTE;

interface IdleWatchOptions {
  channel: ActivityChannel;
  now?: () => number;
  onPhase(phase: IdlePhase): void;
  /** Called during activity, at most once in four minutes. */
  onAtWork(): void;
}

/** Tracks activity in all tabs of this browser. Starting counts as activity. */
export class IdleWatch {
  readonly #channel: ActivityChannel;
  readonly #now: () => number;
  readonly #onPhase: (phase: IdlePhase) => void;
  readonly #onAtWork: () => void;
  #lastActive: number;
  #toldServer: number;
  #phase: IdlePhase = 'active';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor({ channel, now = Date.now, onPhase, onAtWork }: IdleWatchOptions) {
    this.#channel = channel;
    this.#now = now;
    this.#onPhase = onPhase;
    this.#onAtWork = onAtWork;
    this.#lastActive = now();
    this.#toldServer = now();
    channel.onmessage = ({ data }) => this.#hear(data);
    channel.postMessage(this.#lastActive);
    this.#settle();
  }

  get lastActive() {
    return this.#lastActive;
  }

  /** Reports activity in this tab. */
  readonly touch = () => {
    const at = this.#now();
    if (at - this.#lastActive < GRAIN) return;
    const lastActive = afterActivity(this.#lastActive, at);
    if (lastActive === this.#lastActive) return this.check();
    this.#lastActive = lastActive;
    this.#channel.postMessage(lastActive);
    this.#settle();
    if (at - this.#toldServer >= ACTIVITY_REPORT_INTERVAL_MS) {
      this.#toldServer = at;
      this.#onAtWork();
    }
  };

  /** Checks the clock again, because timers may have slept. */
  readonly check = () => this.#settle();

  stop() {
    clearTimeout(this.#timer);
    this.#channel.onmessage = null;
  }

  #hear(lastActive: number) {
    // Uses this tab's clock, not the time that the other tab sent.
    this.#lastActive = afterActivity(this.#lastActive, Math.min(lastActive, this.#now()));
    this.#settle();
  }

  #settle() {
    clearTimeout(this.#timer);
    const phase = idlePhase(this.#lastActive, this.#now());
    if (phase !== this.#phase) {
      this.#phase = phase;
      this.#onPhase(phase);
    }
    if (phase !== 'expired') this.#timer = setTimeout(this.check, untilNextPhase(this.#lastActive, this.#now()));
  }
}

const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Browsers report a move when something, such as the warning, appears under a resting pointer. */
const hasMoved = ({ movementX, movementY }: PointerEvent) => movementX !== 0 || movementY !== 0;

/** Counts input on the page as activity. Returns the function that stops it. */
export function watchPage(watch: Pick<IdleWatch, 'touch' | 'check'>): () => void {
  const stopping = new AbortController();
  const options = { signal: stopping.signal, passive: true, capture: true };
  for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, watch.touch, options);
  window.addEventListener('pointermove', (event) => hasMoved(event) && watch.touch(), options);
  document.addEventListener('visibilitychange', watch.check, options);
  window.addEventListener('focus', watch.check, options);
  return () => stopping.abort();
}
