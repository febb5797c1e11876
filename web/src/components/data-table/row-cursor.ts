export type CursorMove = 'next' | 'previous' | 'first' | 'last' | 'pageDown' | 'pageUp';

/** The row of the keyboard after a move, within the rows. The first move into a table goes to its first row. */
export function moveCursor(
  current: number | undefined,
  move: CursorMove,
  count: number,
  page: number,
): number | undefined {
  if (count === 0) return undefined;
  const last = count - 1;
  if (move === 'first') return 0;
  if (move === 'last') return last;
  if (current === undefined || current > last) return move === 'next' || move === 'pageDown' ? 0 : last;
  const step = { next: 1, previous: -1, pageDown: page, pageUp: -page }[move];
  return Math.max(0, Math.min(last, current + step));
}

const MOVES: Readonly<Record<string, CursorMove>> = {
  j: 'next',
  k: 'previous',
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  PageDown: 'pageDown',
  PageUp: 'pageUp',
};

export const cursorMoveOf = (key: string): CursorMove | undefined => MOVES[key];
