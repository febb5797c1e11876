import { Entity } from 'electrodb';
import type { CountedHour, CountedKind } from '#core/history/counted.ts';
import { DAY, HOUR, instant } from '#core/time.ts';
import { expiryOf, number, requiredNumber, requiredText } from '../kit/attributes.ts';
import { tryWrite } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';

/** Short, because five years of days are read at once. */
const LETTERS = {
  ping: 'p',
  event: 'e',
  call: 'l',
  sim: 's',
  profile: 'f',
  accessory: 'a',
  command: 'c',
  user: 'u',
  customer: 'k',
} as const satisfies Record<CountedKind, string>;
const KINDS = Object.keys(LETTERS) as CountedKind[];
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

const COUNTERS = KINDS.flatMap((kind) =>
  HOURS.map((hour, index) => ({ kind, name: `${LETTERS[kind]}${hour}`, offset: index * HOUR })),
);

/** How many entries the logs of a unit have in the hours of a day (UTC). An hour without entries of a kind has no counter. */
export const DayCountEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'unitDay', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      /** `2026-11-21`. */
      day: requiredText,
      expiresAt: requiredNumber,
      /** `p09`: the pings from 09:00 on. */
      ...(Object.fromEntries(COUNTERS.map(({ name }) => [name, number])) as Record<'p00', typeof number>),
    },
    indexes: { byUnit: primary(['UnitSerNum'], ['day']) },
  },
  at,
);

/** Longer than any log. */
export const KEPT_MS = 7 * 366 * DAY;

/** One request reads at most this many entries of an hour. A unit that floods the portal has at least as many. */
export const MOST_COUNTED = 1000;

const counterOf = (kind: CountedKind, time: string) => `${LETTERS[kind]}${time.slice(11, 13)}` as 'p00';

/** The counts of a day, to seed a table whose logs are seeded too. */
export const dayCountItem = (
  UnitSerNum: string,
  day: string,
  entries: readonly { kind: CountedKind; at: string }[],
) => {
  const counts: Record<string, number> = {};
  for (const { kind, at: time } of entries) counts[counterOf(kind, time)] = (counts[counterOf(kind, time)] ?? 0) + 1;
  return { UnitSerNum, day, expiresAt: expiryOf(Date.parse(day) + KEPT_MS), ...counts };
};

export const dayCountStore = {
  /**
   * Sets the counter of the hour of `time` to the number of its entries, after an entry of it was stored. `countEntries` reads them
   * consistently. A counter only grows, so any order of two calls leaves the number that the later entry saw, and a repeated call changes nothing.
   */
  async keep(
    UnitSerNum: string,
    kind: CountedKind,
    time: string,
    countEntries: (hour: string) => Promise<number>,
  ): Promise<void> {
    const count = await countEntries(time.slice(0, 13));
    if (count === 0) return;
    const [day, counter] = [time.slice(0, 10), counterOf(kind, time)];
    await tryWrite(
      DayCountEntity.upsert({ UnitSerNum, day })
        .set({ [counter]: count, expiresAt: expiryOf(Date.parse(day) + KEPT_MS) })
        .where((item, { notExists, lt }) => `${notExists(item[counter])} OR ${lt(item[counter], count)}`)
        .go(),
    );
  },

  /** The hours with entries that begin in the range (milliseconds), in their order. None if the range ends before it begins. */
  async hours(UnitSerNum: string, from: number, to: number): Promise<CountedHour[]> {
    if (from > to) return [];
    const { data } = await DayCountEntity.query
      .byUnit({ UnitSerNum })
      .between({ day: instant(from).slice(0, 10) }, { day: instant(to).slice(0, 10) })
      .go({ pages: 'all' });
    return data.flatMap(hoursOf).filter(({ start }) => start >= from && start <= to);
  },
};

function hoursOf(item: { day: string } & Readonly<Record<string, unknown>>): CountedHour[] {
  const begin = Date.parse(item.day);
  const hours = new Map<number, CountedHour['counts']>();
  for (const { kind, name, offset } of COUNTERS) {
    const count = item[name];
    if (typeof count !== 'number') continue;
    hours.set(offset, { ...hours.get(offset), [kind]: count });
  }
  return [...hours]
    .sort(([one], [other]) => one - other)
    .map(([offset, counts]) => ({ start: begin + offset, counts }));
}
