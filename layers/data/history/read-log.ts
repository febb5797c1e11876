import type { Page } from '#core/paging.ts';
import { instant } from '#core/time.ts';
import { staleCursor } from '../kit/page.ts';
import { endOfPrefix } from '../kit/table.ts';

export interface LogRange {
  UnitSerNum: string;
  startDate: string;
  endDate: string;
  cursor?: string | undefined;
  pageSize: number;
}

/** A page, and the first entry of the next one if it was read with it. */
export interface ReadPage<Item> extends Page<Item> {
  older?: Item;
}

/** An entry of a log: its time, then an id, and what it says. */
interface Placed {
  place: string;
}

/** One of the logs of a unit. `read` returns the newest `most` entries between two places, both included. */
export interface Log<Entry extends Placed> {
  name: string;
  read(range: { first: string; last: string; most: number }): Promise<Entry[]>;
  /** The log has no older entries. */
  oldest: number;
}

/** One page of the logs together, the newest first. The cursor is the place of the next entry. */
export async function logPage<Entry extends Placed>(
  logs: readonly Log<Entry>[],
  { startDate, endDate, cursor, pageSize }: Omit<LogRange, 'UnitSerNum'>,
): Promise<Page<{ log: string; entry: Entry }>> {
  const [start, end] = [instant(Date.parse(startDate)), endOfPrefix(`${instant(Date.parse(endDate))}~`)];
  const from = cursor === undefined ? undefined : positionOf(cursor, start, end);
  const last = from?.place ?? end;
  const found = await Promise.all(
    logs.map(async ({ name, read, oldest }) => {
      const limit = instant(oldest);
      const first = start < limit ? limit : start;
      if (first > last) return [];
      const entries = await read({ first, last, most: pageSize + 2 });
      return entries.map((entry) => ({ log: name, entry }));
    }),
  );
  const newestFirst = found.flat().sort(compare);
  const wanted = from
    ? newestFirst.filter((one) => compare({ log: from.log, entry: { place: from.place } }, one) <= 0)
    : newestFirst;
  const next = wanted[pageSize];
  return {
    items: wanted.slice(0, pageSize),
    cursor: next ? cursorAt(next.log, next.entry) : null,
  };
}

/** The cursor of a page that begins with an entry. */
export const cursorAt = (log: string, { place }: Placed) => Buffer.from(`${log} ${place}`).toString('base64url');

interface Position {
  log: string;
  entry: Placed;
}

/** The newest first. Entries of one place, of different logs, have an order too. */
const compare = (one: Position, other: Position) =>
  compareTexts(other.entry.place, one.entry.place) || compareTexts(one.log, other.log);

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** The place of a cursor. A place outside the range is not from this list. */
function positionOf(cursor: string, start: string, end: string): { log: string; place: string } {
  const [, log, place] =
    /^(\w+) (\d{4}-\d\d-\d\dT[\d:.]+Z~.{1,200})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (log === undefined || place === undefined || place < start || place > end) throw staleCursor();
  return { log, place };
}
