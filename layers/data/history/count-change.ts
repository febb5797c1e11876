import type { ChangeLog } from '#core/history/change-log.ts';
import { type CountedKind, countedAs } from '#core/history/counted.ts';
import { endOfPrefix } from '../kit/table.ts';
import { UnitChangeEntity } from './change-log.ts';
import { dayCountStore, MOST_COUNTED } from './day-counts.ts';

/** Counts the changes of a kind in the hour of a stored change. */
export const countChange = (UnitSerNum: string, log: ChangeLog, kind: CountedKind, time: string): Promise<void> =>
  dayCountStore.keep(UnitSerNum, kind, time, async (hour) => {
    const { data } = await UnitChangeEntity.query
      .byUnit({ UnitSerNum, log })
      .between({ place: hour }, { place: endOfPrefix(hour) })
      .go({ attributes: ['kind', 'content'], count: MOST_COUNTED, consistent: true });
    return data.filter((one) => countedAs(one) === kind).length;
  });
