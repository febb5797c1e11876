import { HEARTBEAT_SECONDS } from '#bridge/adapters/units.ts';
import { DEFAULTS } from '#bridge/config.ts';
import { SHOWN_FOR_MS } from '#core/monitoring-centers/board.ts';
import { DAY, HOUR } from '#core/time.ts';
import { FOLLOWED_ENTITIES } from '#data/followed.ts';
import { KEPT_MS as DAY_COUNT_KEPT_MS } from '#data/history/day-counts.ts';
import { KEPT_MS as PROTOCOL_LOG_KEPT_MS } from '#data/history/protocol-log.ts';
import { KEPT_MS } from '#data/history/unit-log.ts';
import type { Inventory } from './inventory.ts';
import type { Measured } from './measured.ts';
import { messageFileLines } from './message-files.ts';
import { PRICES } from './prices.ts';
import { ASSUMED, DAYS, HOURS, SECONDS } from './workload.ts';

export interface CostLine {
  service: string;
  price: keyof typeof PRICES;
  quantity: number;
  usd: number;
}

/** The most messages or changes that one call of a function handles. */
export interface Batches {
  reports: number;
  changes: number;
}
/** A queue and a stream call their function at once, so batches fill only under load. */
export const SINGLE: Batches = { reports: 1, changes: 1 };

const GIGABYTE = 1e9;
/** DynamoDB adds this to each stored item. */
const BYTES_PER_ITEM = 100;
/** Active TLS connections in one NLCU: the first of its limits that a fleet reaches. */
const CONNECTIONS_PER_NLCU = 3_000;
/** Lambda polls an idle queue with five requests at a time, each 20 s long. */
const IDLE_POLLS = (5 * SECONDS) / 20;
/** X-Ray's default: the first call of each second, and 5 % of the others. */
const tracesOf = (calls: number) => Math.min(calls, SECONDS) + 0.05 * Math.max(0, calls - SECONDS);

/** The duration and the failures of each endpoint (layers/platform/aws/observability.ts). */
const METRICS_OF_ENDPOINT = 2;
/** The counts of its event source mapping. */
const METRICS_OF_STREAM = 6;

const KEPT_DAYS: Record<string, number> = {
  protocolLog: PROTOCOL_LOG_KEPT_MS / DAY,
  ping: KEPT_MS.ping / DAY,
  event: KEPT_MS.event / DAY,
  unitDay: DAY_COUNT_KEPT_MS / DAY,
  alarm: KEPT_MS.event / DAY,
  boardRow: SHOWN_FOR_MS / DAY,
};

function keptDays(entity: string): number {
  const days = KEPT_DAYS[entity];
  if (days === undefined) throw new Error(`How long is an item of ${entity} kept?`);
  return days;
}

/** The monthly costs of a production deployment with so many connected units. */
export function monthlyCosts(units: number, has: Inventory, measured: Measured, batches = SINGLE): CostLine[] {
  const tasks = tasksFor(units, has);
  const unitMonths = units * DAYS;
  const times = {
    login: ASSUMED.loginsPerDay * unitMonths,
    disconnect: ASSUMED.loginsPerDay * unitMonths,
    'first ping of a day': unitMonths,
    ping: (ASSUMED.pingsPerDay - 1) * unitMonths,
    event: ASSUMED.eventsPerDay * unitMonths,
    'lease of a bridge': (tasks * SECONDS * 1000) / DEFAULTS.leaseRenewalIntervalMs,
    'check of a claim': (units * HOURS * HOUR) / DEFAULTS.claimCheckMs,
    'check of a condition': ASSUMED.conditionChecksPerDay * unitMonths,
  };
  const total = (figure: (step: Measured['steps'][string]) => number) =>
    Object.entries(times).reduce((sum, [name, count]) => sum + count * figure(measured.steps[name]!), 0);

  const workdays = (units / ASSUMED.unitsPerUser) * ASSUMED.workdaysPerMonth;
  const calls = workdays * ASSUMED.callsPerWorkday;
  const [writing, reading] = [calls * ASSUMED.shareOfWritingCalls, calls * (1 - ASSUMED.shareOfWritingCalls)];
  const messages = total((step) => step.messages);
  const reportCalls = messages / batches.reports;
  const changes = total(followedChanges);
  const changeCalls = changes / batches.changes;
  const functionCalls = calls + reportCalls + changeCalls;
  const stored = total(({ addedBytes }) =>
    Object.entries(addedBytes).reduce(
      (sum, [entity, bytes]) => sum + ((bytes + BYTES_PER_ITEM) * keptDays(entity)) / DAYS,
      0,
    ),
  );
  const answers = (units * SECONDS) / HEARTBEAT_SECONDS + messages;
  const gigabytesOf = (kilobytes: number) => (kilobytes * 1000) / GIGABYTE;

  const lines: [service: string, price: keyof typeof PRICES, quantity: number][] = [
    ['Table', 'tableWrite', total(({ write }) => write) + writing * measured.writingCall.write],
    [
      'Table',
      'tableRead',
      total(({ read }) => read) + reading * measured.readingCall.read + writing * measured.writingCall.read,
    ],
    ['Table', 'tableStorage', stored / GIGABYTE],
    ['Table', 'tableBackup', stored / GIGABYTE],
    ['Functions', 'functionCall', functionCalls],
    [
      'Functions',
      'functionTime',
      (has.functionGigabytes *
        (calls * ASSUMED.millisecondsPerCall +
          messages * ASSUMED.millisecondsPerReport +
          changes * ASSUMED.millisecondsPerChange)) /
        1000,
    ],
    ['Queues', 'queueRequest', messages + 2 * reportCalls + has.polledQueues * IDLE_POLLS],
    ['Bridge', 'taskCpu', tasks * has.taskCpus * HOURS],
    ['Bridge', 'taskMemory', tasks * has.taskGigabytes * HOURS],
    ['Bridge', 'balancer', HOURS],
    ['Bridge', 'balancerCapacity', (units / CONNECTIONS_PER_NLCU) * HOURS],
    ['Bridge', 'transfer', (answers * ASSUMED.bytesPerAnswer) / GIGABYTE],
    ['Network', 'publicAddress', has.zones * HOURS],
    ['Network', 'endpoint', has.endpointZones * HOURS],
    ['Network', 'endpointData', messages * gigabytesOf(ASSUMED.kilobytesPerQueuedMessage)],
    ['Portal', 'apiCall', calls],
    ['Portal', 'liveMessage', workdays * ASSUMED.liveMessagesPerWorkday],
    ['Portal', 'liveMinute', workdays * ASSUMED.hoursPerWorkday * 60],
    ['Portal', 'edgeRequest', calls],
    [
      'Portal',
      'edgeTransfer',
      calls * gigabytesOf(ASSUMED.kilobytesPerCall) + (workdays * ASSUMED.megabytesOfAppPerWorkday) / 1000,
    ],
    ['Portal', 'firewall', 1],
    ['Portal', 'firewallRule', has.firewallRules],
    ['Portal', 'firewallRequest', calls],
    ...messageFileLines(units, {
      bytes: total(({ addedBytes }) => addedBytes.protocolLog ?? 0),
      messages,
      functionGigabytes: has.functionGigabytes,
    }),
    ['Keys', 'key', has.keys],
    ['Keys', 'secret', has.secrets],
    ['Observation', 'logs', functionCalls * gigabytesOf(ASSUMED.kilobytesOfLogsPerCall)],
    [
      'Observation',
      'metric',
      has.functions + 1 + METRICS_OF_STREAM + (calls > 0 ? has.endpoints * METRICS_OF_ENDPOINT : 0),
    ],
    ['Observation', 'containerMetric', ASSUMED.metricsOfCluster + tasks * ASSUMED.metricsPerTask],
    ['Observation', 'alarm', has.alarms],
    ['Observation', 'dashboard', has.dashboards],
    ['Observation', 'trace', tracesOf(functionCalls)],
  ];
  return lines.map(([service, price, quantity]) => costLine(service, price, quantity));
}

export function costLine(service: string, price: keyof typeof PRICES, quantity: number): CostLine {
  const { usd, size } = PRICES[price];
  return { service, price, quantity, usd: (quantity * usd) / size };
}

/** The records of the stream that its filter passes. Entries of the logs expire, which is free, but a record too. */
function followedChanges({ changed, addedBytes }: Measured['steps'][string]): number {
  const isFollowed = (entity: string) => FOLLOWED_ENTITIES.includes(entity);
  const written = Object.entries(changed).reduce((sum, [entity, count]) => sum + (isFollowed(entity) ? count : 0), 0);
  return written + Object.keys(addedBytes).filter(isFollowed).length;
}

export const tasksFor = (units: number, { minTasks, unitsPerTask }: Inventory) =>
  Math.max(minTasks, Math.ceil(units / unitsPerTask));

export const totalOf = (lines: readonly CostLine[]) => lines.reduce((sum, { usd }) => sum + usd, 0);
