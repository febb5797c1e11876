import type { Announcement } from '#core/dashboard/announcement.ts';
import { REMINDERS_PER_MINUTE } from '#core/reminders/batch-window.ts';
import { DUAL_SIM_FIRMWARE_THRESHOLD } from '#core/sims/dual-sim.ts';
import { deadLettersOf, QUEUES } from '#infra/wiring.ts';
import {
  type QueueVariable,
  queueVariable,
  type SealingVariable,
  type SecretVariable,
  type Variable,
} from '#platform/aws/needs.ts';
import type { PortName } from '../ports.ts';

interface Place {
  ports: Record<PortName, number>;
  queueUrl(name: string): string;
  queueArn(name: string): string;
  sessionKeyFile: string;
  firmwareKeyFile: string;
  alarmExportKeyFile: string;
  sealingKeyFiles: Record<SealingVariable, string>;
  edgeKey: string;
}

/** Engineers see it for some years, dealers never. */
const EXAMPLE_ANNOUNCEMENT: Announcement = {
  title: 'Coming soon: myConnect Air',
  text: 'A pendant that finds its wearer outdoors and at home. Ask your contact at Watchkeep for a demo unit.',
  launchDate: '2030-01-01',
  publicDate: '2020-01-01',
};

/** Two names of this machine. */
export const HOSTS = ['localhost', '127.0.0.1'] as const;

export const TABLE_NAME = 'watchkeep';
export const SECRET_NAMES: Readonly<Record<SecretVariable, string>> = {
  CARRIERS_SECRET: 'watchkeep/carriers',
  MYTREX_SECRET: 'watchkeep/mytrex',
  VITALS_SECRET: 'watchkeep/vitals',
  STATIONS_SECRET: 'watchkeep/stations',
  IDENTITY_SECRET: 'watchkeep/identity',
  BRIDGE_SECRET: 'watchkeep/bridge',
  PROBE_SECRET: 'watchkeep/probe',
};
export const REMINDER_GROUP = 'reminders';

/** The values of the functions' variables on this machine, which the stacks compute in the cloud. */
export const variableValues = ({
  ports,
  queueUrl,
  queueArn,
  sessionKeyFile,
  firmwareKeyFile,
  alarmExportKeyFile,
  sealingKeyFiles,
  edgeKey,
}: Place): Record<Variable, string> => ({
  STAGE: 'local',
  TABLE_NAME,
  SESSION_KEY: `file:${sessionKeyFile}`,
  FIRMWARE_KEY: `file:${firmwareKeyFile}`,
  ALARM_EXPORT_KEY: `file:${alarmExportKeyFile}`,
  SECOND_FACTOR_KEY: `file:${sealingKeyFiles.SECOND_FACTOR_KEY}`,
  AUDIT_CURSOR_KEY: `file:${sealingKeyFiles.AUDIT_CURSOR_KEY}`,
  EDGE_KEY: edgeKey,
  ...SECRET_NAMES,
  ...queueUrls(queueUrl),
  REMINDER_QUEUE_ARN: queueArn('reminder'),
  REMINDER_DEAD_LETTERS_ARN: queueArn(deadLettersOf('reminder')),
  REMINDER_ROLE_ARN: 'arn:aws:iam::000000000000:role/reminders',
  REMINDER_GROUP,
  FIRMWARE_BUCKET: 'firmware',
  VOICE_FILES_BUCKET: 'voice-files',
  UPLOADS_BUCKET: 'uploads',
  MESSAGE_ARCHIVE_BUCKET: 'message-archive',
  MESSAGE_CAPTURE_BUCKET: 'message-capture',
  CONTROL_CENTER_ATT_URL: `http://localhost:${ports.controlCenter}`,
  CONTROL_CENTER_TELUS_URL: `http://localhost:${ports.controlCenter}`,
  THINGSPACE_URL: `http://localhost:${ports.thingSpace}`,
  STATION_SERVERS: HOSTS.map((host) => `ws://${host}:${ports.stations}`).join(','),
  DUAL_SIM_FIRMWARE: DUAL_SIM_FIRMWARE_THRESHOLD,
  ANNOUNCEMENT: JSON.stringify(EXAMPLE_ANNOUNCEMENT),
  REMINDERS_PER_MINUTE: String(REMINDERS_PER_MINUTE),
  MAIL_SENDER: 'portal@watchkeep.example',
  WEB_ORIGIN: `http://localhost:${ports.web}`,
  LIVE_ENDPOINT: `http://localhost:${ports.live}/live`,
  LIVE_URL: `ws://${HOSTS[0]}:${ports.live}/live`,
  LIVE_SECOND_URL: `ws://${HOSTS[1]}:${ports.live}/live`,
});

const queueUrls = (queueUrl: Place['queueUrl']): Record<QueueVariable, string> =>
  Object.fromEntries(QUEUES.map(({ name }) => [queueVariable(name), queueUrl(name)]));

/** The account and region on this machine. Stand-ins accept all credentials; the access key chooses the database. */
export const localAccount = (accessKey = 'local') => ({
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: accessKey,
  AWS_SECRET_ACCESS_KEY: 'local',
});

/** The SDK's own variables, with which AWS clients find the stand-ins. The portal's code does not read them. */
export const sdkVariables = (ports: Record<PortName, number>, accessKey?: string) => ({
  ...localAccount(accessKey),
  AWS_ENDPOINT_URL_DYNAMODB: `http://localhost:${ports.dynamodb}`,
  AWS_ENDPOINT_URL_SQS: `http://127.0.0.1:${ports.queues}`,
  AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${ports.queues}`,
  AWS_ENDPOINT_URL_SCHEDULER: `http://localhost:${ports.scheduler}`,
  AWS_ENDPOINT_URL_SESV2: `http://localhost:${ports.mail}`,
  AWS_ENDPOINT_URL_IOT_WIRELESS: `http://localhost:${ports.location}`,
  AWS_ENDPOINT_URL_GEO_PLACES: `http://localhost:${ports.location}`,
  AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://localhost:${ports.secrets}`,
  POWERTOOLS_METRICS_DISABLED: 'true',
  POWERTOOLS_TRACE_ENABLED: 'false',
});
