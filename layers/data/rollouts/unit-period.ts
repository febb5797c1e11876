import type { Ping, UnitEvent } from '#core/history/ping.ts';
import { isFailedTestCall } from '#core/history/unit-test.ts';
import type { Period } from '#core/rollouts/health.ts';
import { instant } from '#core/time.ts';
import { type Hearing, hadOutage } from '#core/units/outages.ts';
import { EventEntity, PingEntity } from '../history/unit-log.ts';
import { endOfPrefix } from '../kit/table.ts';

/** About six times the pings that a unit sends in the longest watch at the shortest interval. */
const MOST_REPORTS = 2_000;

/** What the logs have of a unit between two moments. */
export async function periodOf(
  UnitSerNum: string,
  from: number,
  to: number,
  hearing: Hearing | undefined,
): Promise<Period> {
  const range = [{ place: instant(from) }, { place: endOfPrefix(instant(to)) }] as const;
  const options = { count: MOST_REPORTS + 1 } as const;
  const [pings, events] = await Promise.all([
    PingEntity.query
      .byUnit({ UnitSerNum })
      .between(...range)
      .go(options),
    EventEntity.query
      .byUnit({ UnitSerNum })
      .between(...range)
      .go(options),
  ]);
  return {
    ...{ from, to, hadOutage: hadOutage(hearing, { from, to }, Date.now()) },
    isCut: Math.max(pings.data.length, events.data.length) > MOST_REPORTS,
    pings: pings.data.map(({ place, content }) => {
      const { timeStamp, acPower, chargedPercent } = content as Ping;
      return { at: Date.parse(timeStamp), boot: bootOf(place), acPower, chargedPercent };
    }),
    failedTestCalls: events.data.filter(({ content }) => isFailedTestCall(content as UnitEvent)).length,
  };
}

/** The place of a report ends with its boot and its sequence: `~7-41`. */
const bootOf = (place: string) => place.slice(place.lastIndexOf('~') + 1).split('-')[0]!;
