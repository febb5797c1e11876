/** The time of the stand-ins, so that tests can skip hours. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once, after that many milliseconds. Returns a function that cancels the call. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** The longest time-out of setTimeout. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: Date.now,
  after(milliseconds, callback) {
    let timer: NodeJS.Timeout;
    const wait = (left: number) => {
      const step = Math.min(left, MAX_TIMEOUT_MS);
      timer = setTimeout(() => (left > step ? wait(left - step) : callback()), step);
    };
    wait(milliseconds);
    return () => clearTimeout(timer);
  },
};
