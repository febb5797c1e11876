import type { FocusEvent } from 'react';

/** What moves the focus, or scrolls elsewhere. */
const ENDINGS = ['blur', 'keydown', 'pointerdown', 'wheel'] as const;

/**
 * Scrolls to what has the focus again while the list above it grows. The scroll to it brings rows into sight whose height was an estimate, or which were not
 * drawn yet. It ends when the user moves on.
 */
export function keepInSight({ target, currentTarget }: FocusEvent<HTMLElement>) {
  const list = currentTarget.parentElement;
  if (!list || !target.matches(':focus-visible')) return;
  const observer = new ResizeObserver(() => target.scrollIntoView({ block: 'nearest' }));
  observer.observe(list);
  const ended = new AbortController();
  const end = () => {
    observer.disconnect();
    ended.abort();
  };
  for (const ending of ENDINGS) addEventListener(ending, end, { capture: true, passive: true, signal: ended.signal });
}
