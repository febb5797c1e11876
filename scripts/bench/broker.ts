import { ACKNOWLEDGEMENT_BYTES } from './acknowledged-in.ts';
import { idleMemory } from './idle-memory.ts';
import type { Measure } from './measure.ts';
import { mosquittoProgram, startMosquitto } from './mosquitto.ts';
import { MqttLine } from './mqtt-line.ts';
import { median, ratioOf, sideBySide } from './side-by-side.ts';
import { UnitLine } from './unit-line.ts';
import { startUnitServer } from './unit-servers.ts';

const UNITS = 64;
const REPORTS = 250;
const UNANSWERED = 20;
const IDLE_UNITS = 4_000;
const TOPICS = 'reports/#';
const topicOf = (unit: number) => `reports/${unit}`;

/**
 * The reports that a bridge decodes, hands over and acknowledges in a second of processor time, compared with those that an MQTT broker relays to one
 * subscriber with QoS 1, with the same bytes. And the memory of an idle unit in both.
 */
export const measure: Measure = async () => {
  const program = mosquittoProgram();
  if (program === undefined) {
    console.error(
      '  broker was skipped: mosquitto is not installed (Debian: apt-get install mosquitto), or this is not Linux.',
    );
    return [];
  }
  return [await throughput(program), await memory(program)];
};

async function throughput(program: string) {
  const [bridge, broker] = await Promise.all([startUnitServer('bridge'), startMosquitto(program)]);
  const lines: { close(): void }[] = [];
  try {
    const numbers = Array.from({ length: UNITS }, (_, number) => number);
    const units = await Promise.all(numbers.map((number) => UnitLine.logIn(bridge.port, number)));
    const publishers = await Promise.all(numbers.map((number) => MqttLine.connect(broker.port, `unit-${number}`)));
    const subscriber = await MqttLine.connect(broker.port, 'subscriber');
    lines.push(...units, ...publishers, subscriber);
    let relayed = 0;
    let all = Promise.withResolvers<void>();
    await subscriber.subscribe(TOPICS, () => {
      relayed += 1;
      if (relayed === UNITS * REPORTS) all.resolve();
    });

    const reportsOf = (unit: UnitLine) => Array.from({ length: REPORTS }, () => unit.pings(1, Date.now()));
    const samples = await sideBySide(
      {
        async bridge() {
          const sendings = units.map((unit) => ({
            pieces: reportsOf(unit),
            ...{ answerBytes: ACKNOWLEDGEMENT_BYTES, unanswered: UNANSWERED },
          }));
          const before = await bridge.processorTime();
          await Promise.all(units.map((unit, number) => unit.send(sendings[number]!)));
          return (await bridge.processorTime()) - before;
        },
        async broker() {
          const payloads = units.map(reportsOf);
          relayed = 0;
          all = Promise.withResolvers<void>();
          const before = await broker.processorTime();
          await Promise.all(
            publishers.map((one, number) => one.publish(topicOf(number), payloads[number]!, UNANSWERED)),
          );
          await all.promise;
          return (await broker.processorTime()) - before;
        },
      },
      { rounds: 30, warmUp: 5, patience: 15_000 },
    );
    const perSecond = (times: readonly number[]) =>
      Math.round((1e6 * UNITS * REPORTS) / median(times)).toLocaleString('en-US');
    return {
      name: 'reports acknowledged by a bridge to reports relayed by mosquitto, QoS 1',
      value: ratioOf(samples.broker, samples.bridge),
      unit: 'ratio' as const,
      samples: samples.bridge.length,
      detail: `${perSecond(samples.bridge)} and ${perSecond(samples.broker)} a second of processor time`,
    };
  } finally {
    for (const line of lines) line.close();
    await Promise.all([bridge.close(), broker.close()]);
  }
}

async function memory(program: string) {
  const samples = await sideBySide(
    {
      async bridge() {
        const server = await startUnitServer('bridge');
        return (await idleMemory(server, (number) => UnitLine.logIn(server.port, number), IDLE_UNITS)).rss;
      },
      async broker() {
        const server = await startMosquitto(program);
        const connect = (number: number) => MqttLine.connect(server.port, `unit-${number}`);
        return (await idleMemory(server, connect, IDLE_UNITS)).rss;
      },
    },
    { rounds: 3, patience: 30_000 },
  );
  const kilobytes = (values: readonly number[]) => (median(values) / 1024).toFixed(1);
  return {
    name: 'memory of an idle unit in a bridge to a client of mosquitto',
    value: ratioOf(samples.bridge, samples.broker),
    unit: 'ratio' as const,
    samples: samples.bridge.length,
    detail: `${kilobytes(samples.bridge)} and ${kilobytes(samples.broker)} KB, of ${IDLE_UNITS}`,
  };
}
