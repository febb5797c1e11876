import type { Clock } from '#local/clock.ts';

export interface ManualClock extends Clock {
  /** Moves the time and runs each due callback, in order. */
  advance(milliseconds: number): void;
}

/** A clock that moves only when a test advances it. */
export function manualClock(start = Date.UTC(2026, 10, 21)): ManualClock {
  let now = start;
  let due: { at: number; callback: () => void }[] = [];
  return {
    now: () => now,
    after(milliseconds, callback) {
      const entry = { at: now + milliseconds, callback };
      due.push(entry);
      return () => {
        due = due.filter((other) => other !== entry);
      };
    },
    advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const next = due.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
        if (!next) break;
        due = due.filter((other) => other !== next);
        now = Math.max(now, next.at);
        next.callback();
      }
      now = end;
    },
  };
}
