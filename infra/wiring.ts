/**
 * Who is wired to what: the queues and their consumers, the stream, the sockets, the buckets, and which variables and permissions
 * each function gets. Plain data: the stacks deploy it and the local runner runs it.
 */

export interface QueueWiring {
  name: string;
  /** The function under functions/ that is given the messages. */
  consumer: string;
  batchSize: number;
  /** Longer than the consumer's timeout, or a message is handed out again while it is still worked on. */
  visibilitySeconds: number;
  consumerTimeoutSeconds: number;
  /** Deliveries before a message is set aside among the dead letters. */
  maxReceiveCount: number;
  /** At most so many consumers at once; absent where only the account's limit holds. */
  maximumConcurrency?: number;
}

export const QUEUES = [
  {
    name: 'ingest',
    consumer: 'on-unit-report',
    batchSize: 10,
    visibilitySeconds: 60,
    consumerTimeoutSeconds: 10,
    maxReceiveCount: 5,
  },
  {
    name: 'bulk-action',
    consumer: 'on-bulk-action',
    batchSize: 1,
    visibilitySeconds: 120,
    consumerTimeoutSeconds: 60,
    maxReceiveCount: 5,
    // Carriers are asked one call at a time per account; more workers would only wait for each other.
    maximumConcurrency: 4,
  },
  {
    name: 'reminder',
    consumer: 'on-reminder-due',
    batchSize: 10,
    visibilitySeconds: 60,
    consumerTimeoutSeconds: 50,
    // Once a minute for the hour in which a reminder is worth giving, and after it to note that it was missed.
    maxReceiveCount: 70,
  },
  {
    name: 'dealer-move',
    consumer: 'on-dealer-move',
    batchSize: 1,
    visibilitySeconds: 120,
    consumerTimeoutSeconds: 60,
    maxReceiveCount: 10,
  },
  {
    name: 'notification',
    consumer: 'on-notification',
    batchSize: 1,
    visibilitySeconds: 120,
    consumerTimeoutSeconds: 20,
    maxReceiveCount: 10,
  },
  {
    name: 'set-aside-change',
    consumer: 'on-set-aside-change',
    batchSize: 1,
    visibilitySeconds: 300,
    consumerTimeoutSeconds: 30,
    // Every five minutes for a day: whatever the change needs may be away for that long.
    maxReceiveCount: 288,
  },
] as const satisfies readonly QueueWiring[];

export type QueueName = (typeof QUEUES)[number]['name'];

export const deadLettersOf = (queue: string) => `${queue}-dead-letters`;

/**
 * The table's stream and who reads it. `bisectBatchOnError` narrows a failing batch down to the record at fault. Its consumer sets that
 * one aside after a while; only what it cannot set aside is tried again for most of the day that a stream keeps, and lost after that:
 * the dead letter of a stream holds only the place in it.
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

/** The one function behind the WebSocket API. The stage is a path of the web origin: browsers dial wss://<web>/live. */
export const LIVE = {
  consumer: 'on-live-message',
  routes: ['$connect', '$disconnect', '$default'],
  stage: 'live',
  consumerTimeoutSeconds: 29,
} as const;

/** The long-running task that holds the units' connections. */
export const BRIDGE = {
  unitPort: 8200,
  commandPort: 8201,
  unitTlsPort: 8443,
  drainSeconds: 110,
  /** Answers 200 on the command port while the bridge takes units, 503 while it drains. */
  healthPath: '/health',
} as const;

export const BUCKETS = ['firmware', 'voice-files', 'uploads'] as const;
export type BucketName = (typeof BUCKETS)[number];

/** The functions that no browser calls over HTTP, by their folder under functions/. */
export const EVENT_FUNCTIONS = [
  ...QUEUES.map(({ consumer }) => consumer),
  TABLE_STREAM.consumer,
  LIVE.consumer,
] as const;
type EventFunctionName = (typeof EVENT_FUNCTIONS)[number];

/** Everything that can be given to a function, and the variables by which it finds it. */
export const NEEDS = {
  table: ['TABLE_NAME'],
  /** To tell requests that came through the distribution from those past it. */
  edge: ['EDGE_KEY'],
  verifySessions: ['SESSION_KEY'],
  issueSessions: ['SESSION_KEY'],
  /** To seal and open the secrets of authenticator apps. */
  sealing: ['SEALING_KEY'],
  ingestQueue: ['INGEST_QUEUE_URL'],
  bulkActionQueue: ['BULK_ACTION_QUEUE_URL'],
  dealerMoveQueue: ['DEALER_MOVE_QUEUE_URL'],
  notificationQueue: ['NOTIFICATION_QUEUE_URL'],
  setAsideChangeQueue: ['SET_ASIDE_CHANGE_QUEUE_URL'],
  /** To have something put on the reminder queue, at a time or at once. */
  reminders: [
    'REMINDER_QUEUE_ARN',
    'REMINDER_DEAD_LETTERS_ARN',
    'REMINDER_QUEUE_URL',
    'REMINDER_ROLE_ARN',
    'REMINDER_GROUP',
  ],
  firmwareBucket: ['FIRMWARE_BUCKET'],
  voiceFilesBucket: ['VOICE_FILES_BUCKET'],
  uploadsBucket: ['UPLOADS_BUCKET'],
  carriers: ['SECRET_NAME', 'CONTROL_CENTER_ATT_URL', 'CONTROL_CENTER_TELUS_URL', 'THINGSPACE_URL'],
  /** To sign people on with a provider of identities, whose credentials are in the secret. */
  identity: ['SECRET_NAME'],
  /** To send mails. */
  mail: ['MAIL_SENDER'],
  /** To tell people an address of the portal. */
  webOrigin: ['WEB_ORIGIN'],
  textMessages: [],
  location: [],
  /** To push to browsers that are connected. */
  livePush: ['LIVE_ENDPOINT'],
  /** To tell a browser where to connect. */
  liveAddress: ['LIVE_URL'],
  /** To command a unit through the bridge's task that holds it. */
  bridgeCommands: ['SECRET_NAME'],
} as const satisfies Record<string, readonly string[]>;

export type Need = keyof typeof NEEDS;
export type VariableName = 'STAGE' | (typeof NEEDS)[Need][number];

/** What an area's function needs beyond the table, the edge's key and session tokens: exactly what its code asks for, which a test compares. */
const NEEDS_OF_AREAS: Readonly<Record<string, readonly Need[]>> = {
  audit: ['sealing'],
  auth: ['issueSessions', 'identity', 'mail', 'webOrigin'],
  consoles: ['liveAddress'],
  'dealer-switch': ['issueSessions'],
  dealers: ['carriers'],
  live: ['liveAddress'],
  passkeys: ['issueSessions', 'mail', 'webOrigin'],
  'second-factor': ['issueSessions', 'mail', 'sealing'],
  sims: ['carriers'],
  users: ['issueSessions', 'mail', 'webOrigin'],
  'user-settings': ['issueSessions', 'mail', 'webOrigin'],
};

/** What it takes to do what a change of the table asks for. */
const FOLLOWING = [
  'table',
  'bulkActionQueue',
  'reminders',
  'dealerMoveQueue',
  'notificationQueue',
] as const satisfies readonly Need[];

const NEEDS_OF_OTHERS: Readonly<Record<EventFunctionName | 'bridge', readonly Need[]>> = {
  'on-live-message': ['table', 'verifySessions', 'livePush', 'bridgeCommands'],
  bridge: ['table', 'ingestQueue', 'livePush', 'bridgeCommands'],
  'on-unit-report': ['table'],
  'on-bulk-action': ['table'],
  'on-reminder-due': ['table', 'bridgeCommands'],
  'on-dealer-move': ['table', 'dealerMoveQueue'],
  'on-notification': ['table', 'mail'],
  'on-table-change': [...FOLLOWING, 'livePush', 'setAsideChangeQueue'],
  'on-set-aside-change': FOLLOWING,
};

/** What the function, or the bridge, of this name is given. */
export function needsOf(functionName: string): readonly Need[] {
  if (functionName in NEEDS_OF_OTHERS) return NEEDS_OF_OTHERS[functionName as keyof typeof NEEDS_OF_OTHERS];
  const beyond = NEEDS_OF_AREAS[functionName] ?? [];
  return ['table', 'edge', ...(beyond.includes('issueSessions') ? [] : (['verifySessions'] as const)), ...beyond];
}

/**
 * The environment of one function: the variables of what it needs, out of `values`, and no others.
 * @throws if `values` lacks one of them, by name
 */
export function environmentFor(
  functionName: string,
  values: Readonly<Partial<Record<VariableName, string>>>,
): Record<string, string> {
  const names = new Set<VariableName>(['STAGE', ...needsOf(functionName).flatMap((need) => NEEDS[need])]);
  return Object.fromEntries(
    [...names].sort().map((name) => {
      const value = values[name];
      if (value === undefined) throw new Error(`${functionName} needs ${name}, which has no value`);
      return [name, value];
    }),
  );
}
