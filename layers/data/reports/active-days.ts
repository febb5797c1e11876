import { Entity } from 'electrodb';
import type { ActiveDay } from '#core/reports/activity.ts';
import { DAY } from '#core/time.ts';
import { expiryOf, jsonOf, number, requiredNumber, requiredText } from '../kit/attributes.ts';
import { change, RETRY, retry } from '../kit/change.ts';
import { versionIs } from '../kit/conditions.ts';
import { at, primary } from '../kit/table.ts';

/** The steps of a wearable on a day of UTC. */
export const ActiveDayEntity = new Entity(
  {
    model: { service: 'watchkeep', entity: 'activeDay', version: '1' },
    attributes: {
      UnitSerNum: requiredText,
      day: requiredText,
      steps: requiredNumber,
      /** The times of its pings. */
      times: { ...jsonOf<string[]>(), required: true },
      chargedPercent: number,
      version: requiredNumber,
      expiresAt: requiredNumber,
    },
    indexes: { byUnit: primary(['UnitSerNum'], ['day']) },
  },
  at,
);

/** Longer than the longest range. */
const KEPT_MS = 400 * DAY;
/** A wearable pings every six hours. One that floods the portal is counted up to here. */
const MOST_TIMES = 200;

export interface StepsPing {
  timeStamp: string;
  steps: number;
  chargedPercent?: number | undefined;
}

export const activeDayStore = {
  /** Stores what a ping says of its day. Repeated pings, in any order, lead to the same day. */
  record: (UnitSerNum: string, { timeStamp, steps, chargedPercent }: StepsPing): Promise<void> =>
    retry('The day of the unit changes right now', async () => {
      const day = timeStamp.slice(0, 10);
      const { data: was } = await ActiveDayEntity.get({ UnitSerNum, day }).go({ consistent: true });
      const known = was?.times ?? [];
      if (known.includes(timeStamp) || known.length >= MOST_TIMES) return;
      const times = [...known, timeStamp].sort();
      const charge = times.at(-1) === timeStamp ? chargedPercent : was?.chargedPercent;
      const next = {
        UnitSerNum,
        day,
        steps: Math.max(steps, was?.steps ?? 0),
        times,
        ...(charge !== undefined && { chargedPercent: charge }),
        version: (was?.version ?? 0) + 1,
        expiresAt: expiryOf(Date.parse(day) + KEPT_MS),
      };
      await change({ entities: { day: ActiveDayEntity }, refused: { changed: RETRY } }, (to) => [
        to.day.put(next).where(versionIs(was?.version)).commit(),
      ]);
    }),

  /** The days of a range with pings, in their order: at most half a year. */
  async days(UnitSerNum: string, from: string, to: string): Promise<ActiveDay[]> {
    const { data } = await ActiveDayEntity.query
      .byUnit({ UnitSerNum })
      .between({ day: from }, { day: to })
      .go({ pages: 'all' });
    return data.map(({ day, steps, times, chargedPercent }) => ({
      day,
      steps,
      pings: times.length,
      MessageTime: times.at(-1)!,
      ...(chargedPercent !== undefined && { chargedPercent }),
    }));
  },
};
