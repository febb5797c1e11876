import { MINUTE, SECOND } from '#core/time.ts';
import { afterActivity, type IdlePhase, idlePhase, untilNextPhase } from './idle.ts';

/** How tabs tell each other when somebody was last active. A BroadcastChannel is one. */
export interface ActivityChannel {
  postMessage(lastActive: number): void;
  onmessage: ((event: MessageEvent<number>) => void) | null;
}

/** Moves of the mouse come by the hundred; one a second is enough to be active. */
const GRAIN = SECOND;
/** The server ends a session by the same clock; this often it is told that somebody is at work. */
const TELL_SERVER_EVERY = 4 * MINUTE;

interface IdleWatchOptions {
  channel: ActivityChannel;
  now?: () => number;
  onPhase(phase: IdlePhase): void;
  /** Called while somebody is active, at most once in four minutes. */
  onAtWork(): void;
}

/** Follows whether anybody is active in any tab of this browser. Starting counts as activity. */
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

  /** Somebody did something in this tab. */
  readonly touch = () => {
    const at = this.#now();
    if (at - this.#lastActive < GRAIN) return;
    const lastActive = afterActivity(this.#lastActive, at);
    if (lastActive === this.#lastActive) return this.check();
    this.#lastActive = lastActive;
    this.#channel.postMessage(lastActive);
    this.#settle();
    if (at - this.#toldServer >= TELL_SERVER_EVERY) {
      this.#toldServer = at;
      this.#onAtWork();
    }
  };

  /** Looks at the clock again; for when timers may have slept. */
  readonly check = () => this.#settle();

  stop() {
    clearTimeout(this.#timer);
    this.#channel.onmessage = null;
  }

  #hear(lastActive: number) {
    // Judged by this tab's clock: what another tab says is as late as it is here.
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

/** Browsers report a resting pointer as moving when something appears under it, as the warning does. */
const hasMoved = ({ movementX, movementY }: PointerEvent) => movementX !== 0 || movementY !== 0;

/** Lets everything that people do on the page count as activity. Returns how to stop. */
export function watchPage(watch: Pick<IdleWatch, 'touch' | 'check'>): () => void {
  const stopping = new AbortController();
  const options = { signal: stopping.signal, passive: true, capture: true };
  for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, watch.touch, options);
  window.addEventListener('pointermove', (event) => hasMoved(event) && watch.touch(), options);
  document.addEventListener('visibilitychange', watch.check, options);
  window.addEventListener('focus', watch.check, options);
  return () => stopping.abort();
}
