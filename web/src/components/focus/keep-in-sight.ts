import type { FocusEvent } from 'react';

/** Enough for a list to draw the rows that came into sight. */
const DRAWN_AFTER_MS = 1_000;

/**
 * Scrolls to what has the focus again while the list above it grows. The scroll to it brings rows into sight whose height was an estimate, or which were not
 * drawn yet. It ends with the next key, which can scroll elsewhere.
 */
export function keepInSight({ target, currentTarget }: FocusEvent<HTMLElement>) {
  const list = currentTarget.parentElement;
  if (!list || !target.matches(':focus-visible')) return;
  const observer = new ResizeObserver(() => target.scrollIntoView({ block: 'nearest' }));
  observer.observe(list);
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    target.removeEventListener('blur', end);
    target.removeEventListener('keydown', end);
  };
  const timer = setTimeout(end, DRAWN_AFTER_MS);
  target.addEventListener('blur', end);
  target.addEventListener('keydown', end);
}
