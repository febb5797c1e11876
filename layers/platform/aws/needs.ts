import { z } from 'zod';

const key = (file: string) => z.string().regex(/^(kms|file):.+/, `kms:<key arn> or file:<path of ${file}>`);

/** What the deployment can give to a function besides queues, and the variables by which the function finds it. */
export const NEEDS = {
  table: { TABLE_NAME: z.string() },
  /** From here to `giveReceiverSecrets`: rights on groups of the table's items (infra/table-rights.ts). */
  readAudit: {},
  /** To list audit entries at their dealer and those above it. */
  listAuditEntries: {},
  readUsers: {},
  /** To read the rights that a person has when their work is done later. */
  rightsLater: {},
  /** To have a transaction refused if the rights of its person have changed since they were read. */
  checkRights: {},
  changeUsers: {},
  createUsers: {},
  deleteUserData: {},
  credentials: {},
  oneTimeTokens: {},
  issueOneTimeTokens: {},
  unitSecrets: {},
  giveUnitSecrets: {},
  /** To delete secrets of units, without reading them. */
  withdrawUnitSecrets: {},
  /** To read the keys of the receivers of monitoring centres. */
  receiverSecrets: {},
  /** To store and delete keys of receivers, without reading them. */
  giveReceiverSecrets: {},
  /** To tell requests that came through the distribution from those past it. */
  edge: { EDGE_KEY: z.string().regex(/^\S{32,}( \S{32,})*$/, 'keys of at least 32 letters, separated by spaces') },
  verifySessions: { SESSION_KEY: key('a PEM') },
  issueSessions: { SESSION_KEY: key('a PEM') },
  /** To seal and open the secrets of authenticator apps. */
  secondFactorKey: { SECOND_FACTOR_KEY: key('32 bytes in base64') },
  /** To seal and open the cursors of the audit. */
  auditCursorKey: { AUDIT_CURSOR_KEY: key('32 bytes in base64') },
  /** To have a message put on the reminder queue at a time. */
  reminders: {
    REMINDER_QUEUE_ARN: z.string(),
    REMINDER_DEAD_LETTERS_ARN: z.string(),
    REMINDER_ROLE_ARN: z.string(),
    REMINDER_GROUP: z.string(),
  },
  firmwareBucket: { FIRMWARE_BUCKET: z.string() },
  /** To sign firmware for units. */
  firmwareKey: { FIRMWARE_KEY: key('a PEM') },
  /** To check that the portal has signed the firmware that a unit is offered. */
  verifyFirmware: { FIRMWARE_KEY: key('a PEM') },
  /** To sign exports of alarms. */
  alarmExportKey: { ALARM_EXPORT_KEY: key('a PEM') },
  /** To read the files that units get. */
  readUnitFiles: { FIRMWARE_BUCKET: z.string(), VOICE_FILES_BUCKET: z.string() },
  voiceFilesBucket: { VOICE_FILES_BUCKET: z.string() },
  /** To read protocol messages that are no longer in the table. */
  readMessageArchive: { MESSAGE_ARCHIVE_BUCKET: z.string() },
  /** To read captured frames. */
  readMessageCapture: { MESSAGE_CAPTURE_BUCKET: z.string() },
  writeMessageArchive: { MESSAGE_ARCHIVE_BUCKET: z.string() },
  writeMessageCapture: { MESSAGE_CAPTURE_BUCKET: z.string() },
  uploadsBucket: { UPLOADS_BUCKET: z.string() },
  carriers: {
    CARRIERS_SECRET: z.string(),
    CONTROL_CENTER_ATT_URL: z.url(),
    CONTROL_CENTER_TELUS_URL: z.url(),
    THINGSPACE_URL: z.url(),
  },
  /** The firmware above which a unit can use two SIMs. */
  dualSim: { DUAL_SIM_FIRMWARE: z.string().regex(/^\d+(\.\d+)*$/, 'a firmware version') },
  /** The most units that batches of reminders call in one minute. */
  reminderPace: { REMINDERS_PER_MINUTE: z.string().regex(/^[1-9]\d*$/, 'a number from 1 on') },
  /** The announcement of a new product, as JSON; empty for none. */
  announcement: { ANNOUNCEMENT: z.string() },
  /** To look up accessories in the Mytrex data. */
  mytrex: { MYTREX_SECRET: z.string() },
  /** To list the patients of vitals portals. */
  vitals: { VITALS_SECRET: z.string() },
  /** To connect browsers to the telephone system of the monitoring centre. */
  stations: { STATIONS_SECRET: z.string(), STATION_SERVERS: z.string() },
  /** To sign people on with a provider of identities. */
  identity: { IDENTITY_SECRET: z.string() },
  /** To sign in and to connect like people and units do. */
  probe: { PROBE_SECRET: z.string() },
  mail: { MAIL_SENDER: z.email() },
  /** To tell people an address of the portal. */
  webOrigin: { WEB_ORIGIN: z.url() },
  textMessages: {},
  location: {},
  /** To push to browsers that are connected. */
  livePush: { LIVE_ENDPOINT: z.url() },
  /** To tell a browser where to connect. */
  liveAddress: { LIVE_URL: z.url() },
  /** The same under another name, for a browser that cannot connect. */
  liveSecondAddress: { LIVE_SECOND_URL: z.url() },
  /** To command a unit through the bridge's task that holds it. */
  bridgeCommands: { BRIDGE_SECRET: z.string() },
} as const satisfies Record<string, Record<string, z.ZodType<string>>>;

type Given = typeof NEEDS;
export type QueueVariable = `${string}_QUEUE_URL`;
/** Every environment variable of ours. */
export type Variable = 'STAGE' | { [Need in keyof Given]: keyof Given[Need] }[keyof Given] | QueueVariable;

/** The variables with the name of a secret. Each need with credentials has a secret of its own. */
export type SecretVariable = Extract<Variable, `${string}_SECRET`>;
/** The variables with a key that signs what others than the portal check. */
export type Ed25519Variable = 'FIRMWARE_KEY' | 'ALARM_EXPORT_KEY';
/** The variables with a key that seals what is stored or sent. */
export type SealingVariable = 'SECOND_FACTOR_KEY' | 'AUDIT_CURSOR_KEY';

/** The variable with the address of a queue: `BULK_ACTION_QUEUE_URL` for `bulk-action`. */
export const queueVariable = (queue: string): QueueVariable => `${queue.toUpperCase().replaceAll('-', '_')}_QUEUE_URL`;
