import { Entity } from 'electrodb';
import { DAY, instant } from '#core/time.ts';
import { requiredText, text } from '../kit/attributes.ts';
import { type Operations, tryWrite } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';
import { unitLookupStore } from '../units/unit-lookups.ts';
import { archiveMonth } from './message-archive.ts';
import type { MessageFiles } from './message-files.ts';
import { monthBefore } from './protocol-log.ts';

/** The copying of the messages of one month into the archive. */
const ArchiveRunEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'archiveRun', version: '1' },
    attributes: {
      all: { type: 'string', hidden: true, default: 'all' },
      month: requiredText,
      startedAt: requiredText,
      /** The last unit whose messages are in the archive. */
      cursor: text,
      closedAt: text,
    },
    indexes: { archiveRun: primary(['all'], ['month']) },
  },
  at,
);

/** A message can wait in a queue for 14 days. The table keeps the first day of a month for 44 days more. */
const SETTLED_MS = 15 * DAY;
/** Units at once. */
const UNITS = 20;

export const archiveRunStore = {
  /** The months to be archived, the earliest first. The latest month that is over, and has settled, begins here. */
  async due(now: number): Promise<string[]> {
    const over = monthBefore(instant(now - SETTLED_MS).slice(0, 7));
    await tryWrite(ArchiveRunEntity.create({ month: over, startedAt: instant(now) }).go());
    const { data } = await ArchiveRunEntity.query.archiveRun({ all: 'all' }).go({ pages: 'all', consistent: true });
    return data.filter(({ closedAt }) => closedAt === undefined).map(({ month }) => month);
  },

  /**
   * Archives the month of the next units. Returns false after the last one. Any number of workers may do this at once, and die at any point: a
   * step that is not noted is done again, and writes the same files.
   */
  async step(files: MessageFiles, month: string, now: number): Promise<boolean> {
    const { data: run } = await ArchiveRunEntity.get({ all: 'all', month }).go({ consistent: true });
    if (!run || run.closedAt !== undefined) return false;
    const units = await unitLookupStore.allAfter(run.cursor, UNITS);
    const results = await Promise.allSettled(units.map((UnitSerNum) => archiveMonth(files, UnitSerNum, month)));
    const failed = results.findIndex(({ status }) => status === 'rejected');
    if (failed >= 0) {
      const { reason } = results[failed] as PromiseRejectedResult;
      throw new Error(`The messages of ${units[failed]} in ${month} were not archived`, { cause: reason });
    }
    const cursor = units.at(-1);
    await tryWrite(
      ArchiveRunEntity.patch({ all: 'all', month })
        .set(cursor === undefined ? { closedAt: instant(now) } : { cursor })
        .where(
          (item: { cursor: string; closedAt: string }, { eq, notExists }: Operations) =>
            `${run.cursor === undefined ? notExists(item.cursor) : eq(item.cursor, run.cursor)} AND ${notExists(item.closedAt)}`,
        )
        .go(),
    );
    return cursor !== undefined;
  },
};
