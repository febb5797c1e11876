import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import { unitEventsTopic } from '#core/monitoring-centers/alarm.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { instant } from '#core/time.ts';
import { ASSIGNED } from '#core/units/unit.ts';
import { client, tableName } from '#data/kit/table.ts';
import { handler as monitoringCentersHandler } from '#functions/monitoring-centers/handler.ts';
import { handler as onAlarmReport } from '#functions/on-alarm-report/handler.ts';
import { handler as onTableChange } from '#functions/on-table-change/handler.ts';
import { handler as onUnitReport } from '#functions/on-unit-report/handler.ts';
import { QUEUES, TABLE_STREAM } from '#infra/wiring.ts';
import { createTable } from '#local/create-table.ts';
import { pollQueue } from '#local/queues/poll.ts';
import { pollStream } from '#local/streams/poll.ts';
import { seed } from '#scripts/seed/seed.ts';
import { secretOf, seedUnits } from '#scripts/seed/units.ts';
import { ACKNOWLEDGEMENT_BYTES } from './acknowledged-in.ts';
import { callEndpoint, signIn } from './caller.ts';
import { DEALER } from './fleet.ts';
import { heard, openedLive, say, type Told } from './live-browser.ts';
import { startLivePortal } from './live-portal.ts';
import type { Finding, Measure } from './measure.ts';
import { median, percentile } from './side-by-side.ts';
import { UnitLine } from './unit-line.ts';

const OPERATOR = 'operator@monitoring.example';
const TARGET = { atMost: 2_000 };
/** Each of these sends an alarm at a time, which its own topic tells. */
const ALARMING = 60;
/** So many that each sends less than the bridge takes of one unit. */
const STORMING = 150;
const STORM_EVENTS = 10_000;
/** All in a minute. */
const STORM_PER_SECOND = STORM_EVENTS / 60;
/** `BENCH_STORM=full` sends all 10,000 in a minute. Few workers store them, so that most wait in their queue, and the machine has time for alarms. */
const IS_FULL = process.env.BENCH_STORM === 'full';
const STORING_WORKERS = 2;
/** The alarms of a full storm take its whole minute. */
const PAUSE_MS = IS_FULL ? 500 : 100;
/** The share of what this machine can store that a storm takes: more would measure its processors. */
const STORM_SHARE = IS_FULL ? Number.POSITIVE_INFINITY : 0.4;
const TRIAL_EVENTS = 200;
const STORM_EVENT = 602;

/**
 * The time from the arrival of an alarm at the bridge until an operator's screen has it: through the bridge, queue, function, table, stream and WebSocket API,
 * whose news makes the screen read the events of the call. First alone, then with many other events in the queue.
 */
export const measure: Measure = async () => {
  await createTable(client, tableName());
  const fleet = { count: 1_200, now: Date.now(), dealerKey: DEALER.DealerKey };
  await seed(fleet, () => {});
  const usable = [...seedUnits(fleet)].filter(
    (unit) => unit.UnitModel === 'MXD-LTE' && unit.UnitStatus === ASSIGNED && unit.MSISDN1 && !secretOf(unit),
  );
  const { sessionId, token } = await signIn(OPERATOR);
  const portal = await startLivePortal();
  process.env.REACTION_QUEUE_URL = portal.queueUrl('reaction');
  process.env.ALARM_REACTION_QUEUE_URL = portal.queueUrl('alarm-reaction');
  const consumers = await startConsumers(portal.queueUrl);
  const browser = await openedLive(portal.liveUrl, sessionId);
  const logIn = (unit: (typeof usable)[number]) => UnitLine.logIn(portal.unitPort, unit);
  try {
    const alarming = usable.slice(0, ALARMING);
    const lines = await Promise.all(alarming.map(logIn));
    const storming = await Promise.all(usable.slice(ALARMING, ALARMING + STORMING).map(logIn));
    for (const { UnitSerNum } of alarming) {
      const topic = unitEventsTopic(UnitSerNum);
      const subscribed = heard(browser, (told) => told.action === 'subscribed' && told.topic === topic);
      say(browser, { action: 'subscribe', topic });
      await subscribed;
    }
    const read = (phoneNumber: string) =>
      callEndpoint(monitoringCentersHandler, monitoringCenters.recentEvents, { phoneNumber }, token);
    const alarms = async (units: readonly number[]) => {
      const times: number[] = [];
      for (const unit of units) {
        const { UnitSerNum, MSISDN1 = '' } = alarming[unit]!;
        const screen = { browser, topic: unitEventsTopic(UnitSerNum), read: () => read(MSISDN1) };
        times.push(await screenTime(lines[unit]!, screen));
        await sleep(PAUSE_MS);
      }
      return times;
    };
    const all = lines.map((_, unit) => unit);
    // Code that loads with the first alarm does not count.
    await alarms([0]);
    await sleep(2_000);
    const alone = await alarms(all);

    const perSecond = await storedPerSecond(storming, consumers);
    const rate = Math.min(STORM_PER_SECOND, STORM_SHARE * perSecond);
    const storedBefore = consumers.stored;
    const storm = startStorm(storming, rate);
    await sleep(2_000);
    const stormy = await alarms(all);
    const waiting = storm.sent() - (consumers.stored - storedBefore);
    const sent = storm.stop();
    for (const line of [...lines, ...storming]) line.close();
    const scale =
      rate < STORM_PER_SECOND
        ? ` instead of ${STORM_PER_SECOND.toFixed(0)}, because this machine stores ${perSecond.toFixed(0)}`
        : '';
    return [
      finding('an alarm from the bridge to the screen of an operator, 99 of 100', alone, 'nothing else in the queue'),
      finding(
        'the same in a storm of other events',
        stormy,
        `${rate.toFixed(0)} a second${scale}; ${sent} in all, ${waiting} not stored yet at the end${IS_FULL ? `, by ${STORING_WORKERS} workers` : ''}`,
      ),
    ];
  } finally {
    browser.terminate();
    await consumers.stop();
    await portal.close();
  }
};

const finding = (name: string, times: readonly number[], detail: string): Finding => ({
  name,
  value: percentile(times, 0.99),
  unit: 'ms',
  target: TARGET,
  samples: times.length,
  detail: `half in ${median(times).toFixed(0)} ms; ${detail}`,
});

/** What the screen of a call does: it hears the topic of the unit, and reads the events of the phone number. */
interface Screen {
  browser: WebSocket;
  topic: string;
  /** The answer as the browser gets it. */
  read(): Promise<string>;
}

/** Sends an alarm, and returns the milliseconds until the screen has it. */
async function screenTime(unit: UnitLine, screen: Screen): Promise<number> {
  const at = Date.now();
  const shown = untilShown(screen, instant(at));
  const pieces = [unit.alarm(at)];
  const begun = performance.now();
  await Promise.all([shown, unit.send({ pieces, answerBytes: ACKNOWLEDGEMENT_BYTES, unanswered: 1 })]);
  return performance.now() - begun;
}

/** Reads the events at each news of the topic, until the answer has the one of this time. */
async function untilShown({ browser, topic, read }: Screen, timeStamp: string): Promise<void> {
  const isNews = (news: Told) => news.topic === topic && news.message !== undefined;
  let isShown = false;
  for (let news = heard(browser, isNews); !isShown; ) {
    await news;
    // Before the answer: it may be older than the next news.
    news = heard(browser, isNews);
    const { events } = JSON.parse(await read()) as { events: { timeStamp: string }[] };
    isShown = events.some((event) => event.timeStamp === timeStamp);
  }
}

/** The functions behind the queues of reports and the table's stream, called as they are deployed. */
async function startConsumers(queueUrl: (name: string) => string) {
  let stored = 0;
  const context = (functionName: string) => ({ functionName, awsRequestId: 'bench' }) as never;
  const queues = Object.entries({ alarm: onAlarmReport, ingest: onUnitReport }).map(([queue, handler]) => {
    const { consumer, batchSize, maximumConcurrency } = QUEUES.find(({ name }) => name === queue)!;
    return pollQueue({
      queueUrl: queueUrl(queue),
      functionName: consumer,
      batchSize,
      ...(maximumConcurrency !== undefined && {
        concurrency: IS_FULL && queue === 'ingest' ? STORING_WORKERS : maximumConcurrency,
      }),
      async invoke(name, event) {
        const result = await handler(event as never, context(name));
        stored += event.Records.length;
        return result;
      },
    });
  });
  const stream = await pollStream({
    tableName: tableName(),
    functionName: TABLE_STREAM.consumer,
    endpoint: process.env.AWS_ENDPOINT_URL_DYNAMODB!,
    batchSize: TABLE_STREAM.batchSize,
    startingPosition: 'LATEST',
    invoke: (name, event) => onTableChange(event as never, context(name)) as Promise<unknown>,
  });
  return {
    get stored() {
      return stored;
    },
    stop: () => Promise.all([...queues, stream].map((one) => one.stop())),
  };
}

/** How many events this machine stores in a second. */
async function storedPerSecond(units: readonly UnitLine[], consumers: { stored: number }): Promise<number> {
  const end = consumers.stored + TRIAL_EVENTS;
  const begun = performance.now();
  for (let number = 0; number < TRIAL_EVENTS; number++) sendEvent(units[number % units.length]!);
  while (consumers.stored < end) await sleep(20);
  return (1000 * TRIAL_EVENTS) / (performance.now() - begun);
}

function startStorm(units: readonly UnitLine[], perSecond: number) {
  let sent = 0;
  const begun = performance.now();
  const timer = setInterval(() => {
    const due = (perSecond * (performance.now() - begun)) / 1000;
    for (; sent < Math.min(due, STORM_EVENTS); sent++) sendEvent(units[sent % units.length]!);
  }, 20);
  return {
    sent: () => sent,
    stop() {
      clearInterval(timer);
      return sent;
    },
  };
}

/** Nothing waits for its acknowledgement. */
function sendEvent(unit: UnitLine): void {
  unit.write(unit.event(Date.now(), STORM_EVENT));
}
