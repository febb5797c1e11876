import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { DAY, HOUR, instant, MINUTE, SECOND } from '#core/time.ts';
import { SIGNAL_EVERY_MS } from '#core/units/outages.ts';
import { LOOK_EVERY_MS } from '#core/units/silence.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { newId } from '#data/kit/id.ts';
import { client } from '#data/kit/table.ts';
import { hearingStore } from '#data/units/hearing.ts';
import { settleFacets } from '#data/units/settle-facets.ts';
import { facetedUnit, UnitFacetsEntity } from '#data/units/unit-facets.ts';
import { UnitEntity } from '#data/units/units.ts';
import { handler } from '#functions/on-condition-due/handler.ts';
import { settleDue } from '#functions/on-condition-due/settle-due.ts';
import { CONDITIONS_DUE } from '#infra/wiring.ts';
import { facetCounter, facetItems } from '#scripts/seed/facets.ts';
import { seed } from '#scripts/seed/seed.ts';
import { seedUnits } from '#scripts/seed/units.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { consumedBy } from './consumed.ts';
import { DEALER, newTable } from './fleet.ts';
import type { Measure } from './measure.ts';
import { median, percentile } from './side-by-side.ts';

const UNITS = 100_000;
/** Their deadlines are spread over this time. One unit a second falls silent, as many are due in vain, because they have pinged since. */
const WINDOW_MS = 100 * SECOND;
const SILENT = 100;
const IN_VAIN = 100;
/** A unit is due in vain once in its interval and an eighth: a day for most units. */
const DUE_EVERY_MS = 1.125 * DAY;
/** A unit that is not noticed by then never is. */
const END_MS = WINDOW_MS + 2 * MINUTE;

/**
 * How long after its deadline a unit is told to be silent, in a fleet of 100,000, by the function as its schedule runs it; and what that costs a unit
 * that pings.
 */
export const measure: Measure = async () => {
  await newTable();
  await seed({ count: 0, now: Date.now() }, () => {});
  const begin = await fillFleet();
  const noticed = noticedUnits();
  const signals = repeat(SIGNAL_EVERY_MS, () => hearingStore.recordSignal(Date.now(), Date.now()));
  const every = CONDITIONS_DUE.everyMinutes * MINUTE;
  const runs = repeat(every, () => handler({}, contextOf(CONDITIONS_DUE.consumerTimeoutSeconds * SECOND)));
  while (noticed.size < SILENT && Date.now() < begin.at + END_MS) await sleep(SECOND);
  // A unit that was never noticed counts until here.
  const end = Date.now();
  await Promise.all([signals.stop(), runs.stop()]);

  const delays = [...begin.deadlines].map(([unit, deadline]) => (noticed.get(unit) ?? end) - deadline);
  // What is due already is no part of a look.
  await settleDue(() => true);
  const look = await consumedBy(() => settleDue(() => true));
  const vain = await consumedInVain();
  const looks = DAY / LOOK_EVERY_MS;
  return [
    {
      name: `a silence is told after the deadline, of ${UNITS.toLocaleString('en-US')} units, 99 of 100`,
      value: percentile(delays, 0.99),
      unit: 'ms',
      target: { atMost: 60 * SECOND },
      samples: delays.length,
      detail: `half in ${(median(delays) / SECOND).toFixed(0)} s, all in ${(Math.max(...delays) / SECOND).toFixed(0)} s`,
    },
    {
      name: 'cost of a unit that pings, a day',
      value: (look * looks) / UNITS + (vain * DAY) / DUE_EVERY_MS,
      unit: 'capacity units',
      target: { atMost: 10 },
      samples: 1,
      detail: `${looks} looks of ${look}, shared by ${UNITS.toLocaleString('en-US')} units, and ${vain} each time that it is due in vain`,
    },
  ];
};

const ofFleet = () => seedUnits({ count: UNITS, now: Date.now(), dealerKey: DEALER.DealerKey });

/** A unit in service whose last ping was so long before a moment. */
const pinged = (unit: UnitRecord, moment: number, agoMs: number): UnitRecord => {
  const lastPingTime = instant(moment - agoMs);
  return {
    ...unit,
    UnitStatus: 9,
    PingInterval: 1,
    lastPing: { ...unit.lastPing, lastPingTime, pingReason: 'Scheduled' } as NonNullable<UnitRecord['lastPing']>,
    lastPingAt: lastPingTime,
  };
};

/** Writes a fleet of which a few units become due from now on. Returns when the silent ones are. */
async function fillFleet() {
  const rest = UNITS - SILENT - IN_VAIN;
  const deadlines = new Map<string, number>();
  const units = ofFleet();
  const take = () => units.next().value as UnitRecord;
  const written = Date.now();
  function* others() {
    for (let number = 0; number < rest; number++)
      yield itemOf(UnitFacetsEntity, {
        ...facetedUnit(pinged(take(), written + HOUR, 0), written),
        stamp: newId(written),
      });
  }
  await writeAll(others(), () => {});
  await hearingStore.recordSignal(Date.now(), Date.now());
  const at = Date.now() + 5 * SECOND;
  const counts = facetCounter();
  function* due() {
    for (let number = 0; number < SILENT + IN_VAIN; number++) {
      const deadline = at + Math.floor((WINDOW_MS * (number >> 1)) / SILENT);
      // Late by now, and silent at the deadline.
      const unit = pinged(take(), deadline - 1, 2 * HOUR);
      const isSilent = number % 2 === 0;
      yield itemOf(UnitEntity, isSilent ? unit : pinged(unit, deadline, MINUTE));
      yield* facetItems(unit, at);
      counts.add(unit, at);
      if (isSilent) deadlines.set(unit.UnitSerNum, deadline);
    }
    yield* counts.items();
  }
  await writeAll(due(), () => {});
  return { at, deadlines };
}

/** What a unit costs that is due, but has pinged since. */
async function consumedInVain(): Promise<number> {
  const now = Date.now();
  const unit = pinged(ofFleet().next().value as UnitRecord, now, MINUTE);
  const due = { ...facetedUnit(unit, now), changesAt: instant(now), stamp: newId(now) };
  await writeAll([itemOf(UnitEntity, unit), itemOf(UnitFacetsEntity, due)], () => {});
  return consumedBy(() => settleFacets(unit.UnitSerNum, now));
}

interface Write {
  Put?: { Item?: Record<string, unknown> };
}

/** When each unit's log was told of its silence. It grows with the writes. */
function noticedUnits(): Map<string, number> {
  const noticed = new Map<string, number>();
  client.middlewareStack.add(
    (next) => async (call) => {
      const result = await next(call);
      const { TransactItems = [] } = call.input as { TransactItems?: Write[] };
      for (const { Put } of TransactItems)
        if (Put?.Item?.place !== undefined) noticed.set(String(Put.Item.UnitSerNum), Date.now());
      return result;
    },
    { step: 'initialize', name: 'noticed' },
  );
  return noticed;
}

const contextOf = (timeoutMs: number) => {
  const end = Date.now() + timeoutMs;
  return {
    functionName: CONDITIONS_DUE.consumer,
    awsRequestId: 'bench',
    getRemainingTimeInMillis: () => end - Date.now(),
  } as Context;
};

/** Starts work at once and then so often, however long it takes. */
function repeat(everyMs: number, work: () => Promise<unknown>) {
  const running = new Set<Promise<unknown>>();
  const begin = () => {
    const one = work().finally(() => running.delete(one));
    running.add(one);
  };
  begin();
  const timer = setInterval(begin, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}
