import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAlarm } from '#core/history/alarm.ts';
import type { Ping, UnitEvent } from '#core/history/ping.ts';
import { eventOf } from '#core/monitoring-centers/alarm.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { DAY, HOUR, instant } from '#core/time.ts';
import { DayCountEntity } from '#data/history/day-counts.ts';
import { EventEntity, PingEntity } from '#data/history/unit-log.ts';
import { locationLogStore } from '#data/location/location-log.ts';
import { AlarmEntity } from '#data/monitoring-centers/alarms.ts';
import { DeliveryEntity } from '#data/monitoring-centers/deliveries.ts';
import { UnitEntity } from '#data/units/units.ts';
import { seededRandom } from '#scripts/seed/random.ts';
import { ask } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { Bridges } from './chaos/bridges.ts';
import { ChaoticUnit, reportIdOf, type Told } from './chaos/chaotic-unit.ts';
import { queuesOf, startConsumers } from './chaos/consumers.ts';
import { alarmKey, aReceiver } from './chaos/receiver.ts';
import { FAULTS, type Fault, type ServiceFaults } from './chaos/service-faults.ts';
import { faultyServices } from './chaos/services.ts';
import { Workers } from './chaos/workers.ts';

/** CHAOS_SEED repeats the choices of a run. What happens at the same moment still differs. */
const SEED = Number(process.env.CHAOS_SEED ?? randomInt(1, 1_000_000));
const isDeep = process.env.TEST_DEPTH === 'deep';
/** In a round everything fails once. */
const { UNITS, SECONDS, ACT_EVERY_MS, PAUSE_MS } = isDeep
  ? { UNITS: 36, SECONDS: 240, ACT_EVERY_MS: 900, PAUSE_MS: 2_000 }
  : { UNITS: 12, SECONDS: 4, ACT_EVERY_MS: 400, PAUSE_MS: 300 };
const DEALER = 220;
/** While so many messages wait, units do nothing new: a busy machine would not be done with them in time. */
const MOST_LEFT = 500;
const PATIENCE_MS = 180_000;

const SINCE = Date.now() - 2 * HOUR;
const random = seededRandom(SEED);
const { table, queue } = faultyServices(random);
const queues = await queuesOf(`chaos-${randomUUID()}`);
const bridges = new Bridges({ alarm: queues.urls.alarm!, ingest: queues.urls.ingest! }, random);
const workers = new Workers(random);
let receiver: Awaited<ReturnType<typeof aReceiver>> | undefined;
let consumers: Awaited<ReturnType<typeof startConsumers>> | undefined;
let units: ChaoticUnit[] = [];

beforeAll(async () => {
  await someDealers();
  receiver = await aReceiver(DEALER, random);
  const made = [];
  for (let number = 0; number < UNITS; number++)
    made.push(await aUnit({ dealer: DEALER, UnitModel: 'MXD-LTE', UnitStatus: 9, Report: 1 }));
  await Promise.all([bridges.start(), bridges.start()]);
  consumers = await startConsumers(queues.urls, workers, random);
  units = made.map(
    ({ UnitSerNum, IMEI }, index) =>
      new ChaoticUnit({ UnitSerNum, imei: IMEI, random: seededRandom(SEED + index), bridge: () => bridges.any }),
  );
});
afterAll(async () => {
  for (const unit of units) unit.close();
  await consumers?.stop();
  await bridges.close();
  await receiver?.close();
});

/** Everything that fails, in any order. */
function round(): (() => Promise<void>)[] {
  const failing = (service: ServiceFaults, fault: Fault) => async () => {
    service.begin(fault);
    await sleep(random.between(200, 900));
    service.end();
  };
  const steps = [
    async () => bridges.kill(),
    () => workers.kill(),
    ...FAULTS.flatMap((fault) => [failing(table, fault), failing(queue, fault)]),
  ];
  return steps
    .map((step) => ({ step, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ step }) => step);
}

/** The receiver fails until an alarm has met that: there are few alarms. */
async function failReceiver(): Promise<void> {
  const { faults } = receiver!;
  const { met } = faults;
  const end = Date.now() + PATIENCE_MS;
  faults.begin(random.pick(FAULTS));
  while (faults.met === met && Date.now() < end) await sleep(50);
  faults.end();
}

/** Units report while everything fails in turn. */
async function chaos(): Promise<{ acts: number }> {
  let acts = 0;
  let isOver = false;
  let isBehind = false;
  async function watchQueues(): Promise<void> {
    while (!isOver) {
      // The queue may be silent.
      isBehind = await queues.left().then(
        (left) => left > MOST_LEFT,
        () => isBehind,
      );
      await sleep(200);
    }
  }
  const acting = units.map(async (unit, index) => {
    const own = seededRandom(SEED + 1_000 + index);
    while (!isOver) {
      await sleep(own.between(1, 2 * ACT_EVERY_MS));
      if (isBehind) continue;
      acts += 1;
      unit.act();
    }
  });
  const watching = watchQueues();
  const end = Date.now() + SECONDS * 1_000;
  do {
    const receiverFails = failReceiver();
    for (const step of round()) {
      await sleep(random.between(50, PAUSE_MS));
      await step();
    }
    await receiverFails;
  } while (Date.now() < end);
  isOver = true;
  await Promise.all([watching, ...acting]);
  return { acts };
}

/** Waits until all units are connected and have no reports left, and nothing waits anywhere. */
async function quiet(): Promise<void> {
  const began = Date.now();
  const state = async () => ({
    kept: units.reduce((sum, unit) => sum + unit.kept, 0),
    away: units.filter(({ isServed }) => !isServed).length,
    changes: consumers!.changes,
    messages: await queues.left(),
  });
  for (let calm = 0; calm < 3; ) {
    await sleep(200);
    const left = await state();
    calm = Object.values(left).every((count) => count === 0) ? calm + 1 : 0;
    if (Date.now() - began > PATIENCE_MS) throw new Error(`Still waiting: ${JSON.stringify(left)}`);
  }
}

const reportIdIn = ({ place }: { place: string }) => place.slice(place.indexOf('~') + 1);
const isPing = ({ message }: Told) => message.type === 'ping';
const hoursOf = (times: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(times, (time) => time.slice(0, 13))].map(([hour, all]) => [hour, all.length]));

/** What is stored of a unit, by the entities of its logs. */
async function storedOf(UnitSerNum: string) {
  const all = { pages: 'all', consistent: true } as const;
  const range = { UnitSerNum, startDate: instant(SINCE), endDate: instant(SINCE + DAY), pageSize: 1_000 };
  const [pings, events, alarms, deliveries, days, locations, unit] = await Promise.all([
    PingEntity.query.byUnit({ UnitSerNum }).go(all),
    EventEntity.query.byUnit({ UnitSerNum }).go(all),
    AlarmEntity.query.alarm({ UnitSerNum }).go(all),
    DeliveryEntity.query.delivery({ UnitSerNum }).go(all),
    DayCountEntity.query.byUnit({ UnitSerNum }).go(all),
    locationLogStore.page(range, SINCE + DAY),
    UnitEntity.get({ UnitSerNum }).go({ consistent: true }),
  ]);
  const reported = events.data.filter(({ content }) => /^Event \d/.test((content as UnitEvent).eventType));
  return {
    pings: pings.data,
    reported,
    alarms: alarms.data,
    deliveries: deliveries.data,
    locations: locations.items.map(({ id }) => id),
    days: days.data as Readonly<Record<string, unknown>>[],
    unit: unit.data!,
  };
}

/** Each acknowledged report is stored once. One that was not acknowledged may be stored, once. */
function expectOnce(told: readonly Told[], stored: readonly { place: string }[]): void {
  const ids = stored.map(reportIdIn);
  expect(ids).toEqual([...new Set(ids)]);
  expect(
    told
      .filter(({ state }) => state === 'acknowledged')
      .map(reportIdOf)
      .filter((id) => !ids.includes(id)),
  ).toEqual([]);
  const known = new Set(told.map(reportIdOf));
  expect(ids.filter((id) => !known.has(id))).toEqual([]);
}

/** The open alarms that a browser shows which was away all the time: every page of the board, and all alarms of its incidents. */
async function shownOnBoard(): Promise<string[]> {
  const as = await aUser({ dealer: DEALER, type: 4, flags: [] });
  const shown: string[] = [];
  async function read(incident?: string): Promise<void> {
    let cursor: string | null | undefined;
    do {
      const asked = { ...(incident !== undefined && { incident }), ...(cursor && { cursor }), as };
      const page = await ask(monitoringCenters.operatorBoard, asked);
      for (const { incident: found, alarms } of page.items)
        if (found) for (const key of found.keys) await read(key);
        else shown.push(...alarms.map((alarm) => `${alarm.UnitSerNum} ${eventOf(alarm)}`));
      ({ cursor } = page);
    } while (cursor !== null);
  }
  await read();
  return shown.sort();
}

describe(`a run with the seed ${SEED} in which everything fails in turn`, () => {
  it('loses no acknowledged report, applies none twice, and brings each alarm to its centre and to a browser that was away', {
    timeout: SECONDS * 1_000 + 240_000,
  }, async () => {
    console.log(`Chaos: CHAOS_SEED=${SEED} repeats this run`);
    const { acts } = await chaos();
    await quiet();
    const told = units.flatMap((unit) => unit.told);
    const counts = Object.groupBy(told, ({ state }) => state);
    console.log(
      `Chaos: ${told.length} reports, ${counts.acknowledged?.length} acknowledged; ${bridges.kills} bridges and ${workers.kills} batches killed; faults met: table ${table.met}, queue ${queue.met}, receiver ${receiver!.faults.met}`,
    );

    const alarmsOfAll: string[] = [];
    for (const unit of units) {
      const { UnitSerNum } = unit;
      const stored = await storedOf(UnitSerNum);
      expect(unit.surprises).toEqual([]);
      expectOnce(unit.told.filter(isPing), stored.pings);
      expectOnce(
        unit.told.filter((one) => !isPing(one)),
        stored.reported,
      );

      const alarms = stored.reported.filter(({ content }) => isAlarm(content as UnitEvent));
      expect(stored.alarms.map(({ event }) => event).sort()).toEqual(
        alarms.map(({ content }) => eventOf(content as UnitEvent)).sort(),
      );
      alarmsOfAll.push(...stored.alarms.map(({ event }) => `${UnitSerNum} ${event}`));
      expect(stored.deliveries.map(({ event, state }) => `${event} ${state}`).sort()).toEqual(
        alarms.map(({ place }) => `${place} delivered`).sort(),
      );
      for (const { content } of alarms) {
        const { timeStamp, sequence } = content as UnitEvent;
        expect(receiver!.taken.get(alarmKey({ UnitSerNum, timeStamp, report: sequence }))).toBeGreaterThan(0);
      }

      expect(stored.locations.toSorted()).toEqual(alarms.map(({ place }) => place).toSorted());

      const newest = stored.pings
        .map(({ content }) => content as Ping)
        .toSorted((a, b) => a.timeStamp.localeCompare(b.timeStamp))
        .at(-1);
      // A unit of the seed has pinged long before.
      if (newest)
        expect(stored.unit).toMatchObject({
          lastPingAt: newest.timeStamp,
          lastPing: { bars: newest.bars, chargedPercent: newest.chargedPercent },
        });
      expect(stored.unit.FirmVer).toBe(unit.firmware);
      const counted = hoursOf(stored.pings.map(({ place }) => place));
      const shown = Object.fromEntries(
        stored.days.flatMap((day) =>
          Object.entries(day).flatMap(([name, count]) =>
            /^p\d\d$/.test(name) ? [[`${day.day}T${name.slice(1)}`, count]] : [],
          ),
        ),
      );
      expect(shown).toEqual(counted);
    }
    expect(await shownOnBoard()).toEqual(alarmsOfAll.sort());
    // A machine that is always behind would prove little.
    expect(acts).toBeGreaterThan(10 * units.length);
    const { met } = receiver!.faults;
    for (const happened of [alarmsOfAll.length, bridges.kills, workers.kills, table.met, queue.met, met])
      expect(happened).toBeGreaterThan(0);
  });
});
