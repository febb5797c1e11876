/**
 * The queues, streams, sockets and buckets, and the variables and permissions of each function. It is plain data: the stacks deploy it,
 * and the local runner runs it.
 */
import { NEEDS, queueVariable, type Variable } from '#platform/aws/needs.ts';
import type { FunctionWiring, QueueWiring } from './function-wiring.ts';
import { FUNCTIONS } from './functions.ts';

type Functions = typeof FUNCTIONS;
type QueueOf<Name extends keyof Functions> = Functions[Name] extends { queue: { name: infer Queue extends string } }
  ? Queue
  : never;
export type QueueName = { [Name in keyof Functions]: QueueOf<Name> }[keyof Functions];
export type Queue = QueueWiring & { name: QueueName; consumer: string; visibilitySeconds: number };

/** AWS recommends six times the function's time-out, because throttled calls are retried within it ("Using Lambda with Amazon SQS"). */
const TIMEOUTS_PER_DELIVERY = 6;

const WIRINGS: Readonly<Record<string, FunctionWiring>> = FUNCTIONS;

export const QUEUES: readonly Queue[] = Object.entries(WIRINGS).flatMap(([consumer, { queue }]) =>
  queue
    ? [
        {
          ...queue,
          name: queue.name as QueueName,
          consumer,
          visibilitySeconds: queue.consumerTimeoutSeconds * TIMEOUTS_PER_DELIVERY,
        },
      ]
    : [],
);

export const deadLettersOf = (queue: string) => `${queue}-dead-letters`;

/**
 * The table's stream and its consumer, which sends each change to a queue. If the queue fails, the stream is read again, for most of the
 * day that it keeps its records. Older changes are lost: the dead letter of a stream contains only the position of its records.
 */
export const TABLE_STREAM = {
  consumer: 'on-table-change',
  batchSize: 100,
  maximumRecordAgeHours: 22,
  bisectBatchOnError: true,
  parallelizationFactor: 2,
  consumerTimeoutSeconds: 30,
  deadLetters: deadLettersOf('table-change'),
} as const;

/** The one function behind the WebSocket API. The stage is a path of the web origin: browsers connect to wss://<web>/live. */
export const LIVE = {
  consumer: 'on-live-message',
  routes: ['$connect', '$disconnect', '$default'],
  stage: 'live',
  consumerTimeoutSeconds: 29,
} as const;

/** The scheduled check that people can sign in, that units can connect, and that their alarms get to a monitoring centre. Its alarms are named after its parts. */
export const PROBE = {
  consumer: 'on-probe-due',
  parts: ['signIn', 'unit', 'center'],
  everyMinutes: 5,
  consumerTimeoutSeconds: 45,
} as const;

/**
 * The scheduled run that moves units to another condition when time has passed. A run that is not finished goes on in the next one. Each run looks
 * twice, half a minute apart.
 */
export const CONDITIONS_DUE = {
  consumer: 'on-condition-due',
  everyMinutes: 1,
  consumerTimeoutSeconds: 55,
  // It waits most of the time.
  memoryMegabytes: 512,
} as const;

/** The scheduled run that escalates alarms that nobody took in time. A run that is not finished goes on in the next one. */
export const ALARMS_DUE = {
  consumer: 'on-alarm-due',
  everyMinutes: 1,
  consumerTimeoutSeconds: 55,
} as const;

/** The scheduled run that makes the bills of a period that is over. A run that is not finished goes on in the next one. */
export const BILLS_DUE = {
  consumer: 'on-billing-due',
  everyMinutes: 15,
  consumerTimeoutSeconds: 780,
} as const;

/** The scheduled run that copies the messages of a month that is over into the archive. A run that is not finished goes on in the next one. */
export const ARCHIVE_DUE = {
  consumer: 'on-archive-due',
  everyMinutes: 15,
  consumerTimeoutSeconds: 780,
} as const;

/** The scheduled test of the ways to the receivers of monitoring centres. */
export const RECEIVER_TESTS_DUE = {
  consumer: 'on-receiver-test-due',
  everyMinutes: 15,
  consumerTimeoutSeconds: 55,
} as const;

/** The scheduled run that works on the rollouts of firmware. A run that is not finished goes on in the next one. */
export const ROLLOUTS_DUE = {
  consumer: 'on-rollout-due',
  everyMinutes: 1,
  consumerTimeoutSeconds: 55,
} as const;

/** The scheduled run that reads all SIMs from their carriers. A run that is not finished goes on in the next one. */
export const FLEET_READING_DUE = {
  consumer: 'on-fleet-reading-due',
  everyMinutes: 1,
  consumerTimeoutSeconds: 55,
  // It waits most of the time.
  memoryMegabytes: 512,
} as const;

/** The scheduled run that has saved reports sent whose time has come. A run that is not finished goes on in the next one. */
export const REPORTS_DUE = {
  consumer: 'on-report-due',
  everyMinutes: 1,
  consumerTimeoutSeconds: 55,
} as const;

interface ScheduledRun {
  consumer: keyof Functions;
  everyMinutes: number;
  consumerTimeoutSeconds: number;
  /** Absent: that of all functions. */
  memoryMegabytes?: number;
}

/** The runs that the portal cannot do without. */
export const SCHEDULED = [
  CONDITIONS_DUE,
  ALARMS_DUE,
  BILLS_DUE,
  ARCHIVE_DUE,
  RECEIVER_TESTS_DUE,
  ROLLOUTS_DUE,
  FLEET_READING_DUE,
  REPORTS_DUE,
] as const satisfies readonly ScheduledRun[];

/** The long-running task with the units' connections. */
export const BRIDGE = {
  unitPort: 8200,
  commandPort: 8201,
  unitTlsPort: 8443,
  drainSeconds: 110,
  /** Returns 200 on the command port while the bridge accepts units, 503 while it drains. */
  healthPath: '/health',
} as const;

export const BUCKETS = ['firmware', 'voice-files', 'uploads', 'message-archive', 'message-capture'] as const;
export type BucketName = (typeof BUCKETS)[number];

/** The functions that no browser calls over HTTP, by their folder under functions/. */
export const EVENT_FUNCTIONS: readonly string[] = [
  ...QUEUES.map(({ consumer }) => consumer),
  TABLE_STREAM.consumer,
  LIVE.consumer,
  PROBE.consumer,
  ...SCHEDULED.map(({ consumer }) => consumer),
];

const NEEDS_OF_BRIDGE = [
  'table',
  'unitSecrets',
  'livePush',
  'bridgeCommands',
  'readUnitFiles',
  'verifyFirmware',
] as const satisfies readonly Need[];

export type Need = keyof typeof NEEDS | `queue:${QueueName}`;

/** The environment variables of a need. */
export const variablesOf = (need: Need): readonly Variable[] =>
  need in NEEDS
    ? (Object.keys(NEEDS[need as keyof typeof NEEDS]) as Variable[])
    : [queueVariable(need.slice('queue:'.length))];

/** The needs of the function, or the bridge, of this name. A test checks that they are exactly those of its code. */
export function needsOf(name: string): readonly Need[] {
  const queues = QUEUES.filter(({ filledBy }) => filledBy.includes(name)).map(
    (queue) => `queue:${queue.name}` as const,
  );
  if (name === 'bridge') return [...NEEDS_OF_BRIDGE, ...queues];
  const { needs = [] } = WIRINGS[name] ?? {};
  if (EVENT_FUNCTIONS.includes(name)) return [...needs, ...queues];
  const sessions = needs.includes('issueSessions') ? [] : (['verifySessions'] as const);
  return ['table', 'edge', ...sessions, ...needs, ...queues];
}

/**
 * The environment of one function: those of `values` that it needs.
 * @throws an Error that names a missing variable
 */
export function environmentFor(
  functionName: string,
  values: Readonly<Partial<Record<Variable, string>>>,
): Record<string, string> {
  const names = new Set<Variable>(['STAGE', ...needsOf(functionName).flatMap(variablesOf)]);
  return Object.fromEntries(
    [...names].sort().map((name) => {
      const value = values[name];
      if (value === undefined) throw new Error(`${functionName} needs ${name}, which has no value`);
      return [name, value];
    }),
  );
}
