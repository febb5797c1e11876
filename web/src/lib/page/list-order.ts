import { onSessionChange } from '../session/session-token.ts';

const KEY = 'watchkeep.list-order';

interface ListOrder {
  /** The address of the list. */
  list: string;
  /** The addresses of its rows, in their shown order. */
  rows: readonly string[];
}

/** The place of a page among the rows of the list that was open last. */
export interface Place {
  list: string;
  /** From 1. */
  position: number;
  count: number;
  previous: string | undefined;
  next: string | undefined;
}

/** Stores in this tab the rows that a list shows, so that the page of a row links to the next one. */
export const keepOrder = (rows: readonly string[]) => {
  const { pathname, search } = window.location;
  sessionStorage.setItem(KEY, JSON.stringify({ list: `${pathname}${search}`, rows } satisfies ListOrder));
};

/** The place of the page at `address`; undefined if the list that was open last does not show it. */
export function placeOf(address: string): Place | undefined {
  const kept = sessionStorage.getItem(KEY);
  if (kept === null) return undefined;
  const { list, rows } = JSON.parse(kept) as ListOrder;
  const index = rows.indexOf(address);
  if (index === -1) return undefined;
  return { list, position: index + 1, count: rows.length, previous: rows[index - 1], next: rows[index + 1] };
}

// The next user may be another person.
onSessionChange(() => sessionStorage.removeItem(KEY));
