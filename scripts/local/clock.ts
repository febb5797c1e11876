/** Time for stand-ins that act on their own; tests and demonstrations move it ahead. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `wake` once at that time, or at once when it has passed. Returns how to take it back. */
  wakeAt(time: number, wake: () => void): () => void;
  /** Moves time ahead, and wakes whoever's time has come. */
  advance(milliseconds: number): void;
}

/** The longest that setTimeout can wait. */
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/** A clock that goes with real time, plus what it was advanced by. With `standsAt` it only moves when advanced. */
export function createClock(standsAt?: number): Clock {
  let advanced = 0;
  const waiting = new Set<() => void>();
  const now = () => (standsAt ?? Date.now()) + advanced;

  return {
    now,

    wakeAt(time, wake) {
      let timer: NodeJS.Timeout | undefined;
      const cancel = () => {
        clearTimeout(timer);
        waiting.delete(check);
      };
      const check = () => {
        clearTimeout(timer);
        const wait = time - now();
        if (wait <= 0) {
          waiting.delete(check);
          timer = setTimeout(wake, 0);
        } else if (standsAt === undefined) {
          timer = setTimeout(check, Math.min(wait, LONGEST_TIMEOUT));
        }
      };
      waiting.add(check);
      check();
      return cancel;
    },

    advance(milliseconds) {
      advanced += milliseconds;
      for (const check of [...waiting]) check();
    },
  };
}
