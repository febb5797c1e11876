import { CfnOutput } from 'aws-cdk-lib';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { KeySpec } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { ARCHIVED_DAYS } from '#data/history/message-archive.ts';
import { CAPTURED_DAYS } from '#data/history/message-capture.ts';
import { queueVariable } from '#platform/aws/needs.ts';
import { acknowledge } from '../constructs/acknowledge.ts';
import { AccessLogs, FileStore } from '../constructs/file-store.ts';
import { permitLocation, permitTextMessages } from '../constructs/outside-services.ts';
import { PortalSecrets } from '../constructs/portal-secrets.ts';
import { DeadLetters, Queue } from '../constructs/queue.ts';
import { Reminders } from '../constructs/reminders.ts';
import { SealingKey } from '../constructs/sealing-key.ts';
import { SigningKey, sessionKeyId } from '../constructs/signing-key.ts';
import { Table } from '../constructs/table.ts';
import type { Provisions } from '../provisions.ts';
import type { Settings } from '../settings.ts';
import { ITEM_NEEDS } from '../table-rights.ts';
import { type BucketName, QUEUES, type QueueName, TABLE_STREAM } from '../wiring.ts';
import { PortalStack } from './portal-stack.ts';

/** The resources with data: the table, the files, queues and schedules, the keys and the secrets. */
export class DataStack extends PortalStack {
  readonly table: Table;
  readonly accessLogs: AccessLogs;
  readonly files: Readonly<Record<BucketName, FileStore>>;
  readonly queues: readonly Queue[];
  readonly changeDeadLetters: DeadLetters;
  readonly reminders: Reminders;
  readonly secrets: PortalSecrets;
  readonly sessionKey: SigningKey;
  readonly secondFactorKey: SealingKey;
  readonly auditCursorKey: SealingKey;
  readonly firmwareKey: SigningKey;
  readonly alarmExportKey: SigningKey;

  constructor(scope: Construct, id: string, settings: Settings, provisions: Provisions) {
    super(scope, id, settings);
    this.table = new Table(this, 'Table', settings);
    this.accessLogs = new AccessLogs(this, 'AccessLogs', settings);
    const stored = { settings, accessLogs: this.accessLogs };
    this.files = {
      firmware: new FileStore(this, 'Firmware', { ...stored, uploads: 'parts' }),
      'voice-files': new FileStore(this, 'VoiceFiles', { ...stored, uploads: 'parts' }),
      uploads: new FileStore(this, 'Uploads', { ...stored, uploads: 'form', keepDays: 30 }),
      'message-archive': new FileStore(this, 'MessageArchive', { ...stored, keepDays: ARCHIVED_DAYS }),
      'message-capture': new FileStore(this, 'MessageCapture', { ...stored, keepDays: CAPTURED_DAYS }),
    };
    this.queues = QUEUES.map((wiring) => new Queue(this, constructId(wiring.name), wiring));
    this.changeDeadLetters = new DeadLetters(this, 'TableChangeDeadLetters', TABLE_STREAM.deadLetters);
    acknowledge(this.changeDeadLetters.queue, {
      'AwsSolutions-SQS3': 'It holds the dead letters of the stream, not of a queue.',
    });
    this.reminders = new Reminders(this, 'Reminders', settings, this.queue('reminder'));
    this.secrets = new PortalSecrets(this, 'Secrets', settings);
    this.sessionKey = new SigningKey(this, sessionKeyId(settings), settings, {
      keySpec: KeySpec.ECC_NIST_P256,
      signs: 'the session tokens',
    });
    this.secondFactorKey = new SealingKey(this, 'SecondFactorKey', settings, 'the secrets of authenticator apps');
    this.auditCursorKey = new SealingKey(this, 'AuditCursorKey', settings, 'the cursors of the audit');
    this.firmwareKey = new SigningKey(this, 'FirmwareKey', settings, {
      keySpec: KeySpec.ECC_NIST_EDWARDS25519,
      signs: 'the firmware of units',
    });
    this.alarmExportKey = new SigningKey(this, 'AlarmExportKey', settings, {
      keySpec: KeySpec.ECC_NIST_EDWARDS25519,
      signs: 'the exports of alarms',
    });
    // Nobody can delete a protected table, so a failed first deployment must fail before the table exists.
    this.table.node.addDependency(...this.node.children.filter((child) => child !== this.table));
    this.#offer(provisions, settings);
    new CfnOutput(this, 'TableName', { value: this.table.name, description: 'For npm run admin:create' });
    new CfnOutput(this, 'IngestQueueUrl', { value: this.queue('ingest').url });
    new CfnOutput(this, 'AlarmQueueUrl', { value: this.queue('alarm').url });
    new CfnOutput(this, 'ReactionQueueUrl', { value: this.queue('reaction').url, description: 'For npm run restore' });
  }

  queue(name: QueueName): Queue {
    return this.queues.find((queue) => queue.name === name)!;
  }

  #offer(provisions: Provisions, settings: Settings): void {
    const {
      table,
      files,
      reminders,
      secrets,
      sessionKey,
      secondFactorKey,
      auditCursorKey,
      firmwareKey,
      alarmExportKey,
    } = this;
    const reminder = this.queue('reminder');
    const SESSION_KEY = sessionKey.setting;
    provisions.offer('table', {
      variables: { TABLE_NAME: table.name },
      grant: (to, mode, needs) => table.grant(to, mode, needs),
    });
    // The table's own grant reads these needs.
    for (const need of ITEM_NEEDS) provisions.offer(need, {});
    provisions.offer('verifySessions', { variables: { SESSION_KEY }, grant: (to) => sessionKey.grantVerify(to) });
    provisions.offer('issueSessions', { variables: { SESSION_KEY }, grant: (to) => sessionKey.grantSign(to) });
    provisions.offer('secondFactorKey', {
      variables: { SECOND_FACTOR_KEY: secondFactorKey.setting },
      grant: (to) => secondFactorKey.grantSeal(to),
    });
    provisions.offer('auditCursorKey', {
      variables: { AUDIT_CURSOR_KEY: auditCursorKey.setting },
      grant: (to) => auditCursorKey.grantSeal(to),
    });
    for (const queue of this.queues)
      provisions.offer(`queue:${queue.name}`, {
        variables: { [queueVariable(queue.name)]: queue.url },
        grant: (to) => queue.grantSend(to),
      });
    provisions.offer('reminders', {
      variables: {
        REMINDER_QUEUE_ARN: reminder.arn,
        REMINDER_DEAD_LETTERS_ARN: reminder.deadLetters.arn,
        REMINDER_ROLE_ARN: reminders.role.roleArn,
        REMINDER_GROUP: reminders.group.scheduleGroupName,
      },
      grant: (to) => reminders.grantSchedule(to),
    });
    provisions.offer('firmwareKey', {
      variables: { FIRMWARE_KEY: firmwareKey.setting },
      grant: (to) => firmwareKey.grantSign(to),
    });
    provisions.offer('verifyFirmware', {
      variables: { FIRMWARE_KEY: firmwareKey.setting },
      grant: (to) => firmwareKey.grantVerify(to),
    });
    provisions.offer('alarmExportKey', {
      variables: { ALARM_EXPORT_KEY: alarmExportKey.setting },
      grant: (to) => alarmExportKey.grantSign(to),
    });
    provisions.offer('firmwareBucket', {
      variables: { FIRMWARE_BUCKET: files.firmware.name },
      grant: (to, mode) => files.firmware.grant(to, mode),
    });
    provisions.offer('voiceFilesBucket', {
      variables: { VOICE_FILES_BUCKET: files['voice-files'].name },
      grant: (to, mode) => files['voice-files'].grant(to, mode),
    });
    provisions.offer('readUnitFiles', {
      variables: { FIRMWARE_BUCKET: files.firmware.name, VOICE_FILES_BUCKET: files['voice-files'].name },
      grant(to) {
        for (const name of ['firmware', 'voice-files'] as const) files[name].grantOnly(to, 's3:GetObject');
      },
    });
    provisions.offer('uploadsBucket', {
      variables: { UPLOADS_BUCKET: files.uploads.name },
      grant: (to, mode) => files.uploads.grant(to, mode),
    });
    const MESSAGE_ARCHIVE_BUCKET = files['message-archive'].name;
    const MESSAGE_CAPTURE_BUCKET = files['message-capture'].name;
    const toRead = (name: 'message-archive' | 'message-capture') => (to: IGrantable) => {
      files[name].grantOnly(to, 's3:GetObject');
      files[name].grantList(to);
    };
    provisions.offer('readMessageArchive', { variables: { MESSAGE_ARCHIVE_BUCKET }, grant: toRead('message-archive') });
    provisions.offer('readMessageCapture', { variables: { MESSAGE_CAPTURE_BUCKET }, grant: toRead('message-capture') });
    provisions.offer('writeMessageArchive', {
      variables: { MESSAGE_ARCHIVE_BUCKET },
      grant: (to) => files['message-archive'].grantOnly(to, 's3:PutObject'),
    });
    provisions.offer('writeMessageCapture', {
      variables: { MESSAGE_CAPTURE_BUCKET },
      grant: (to) => files['message-capture'].grantOnly(to, 's3:PutObject'),
    });
    const carriers = secrets.provisionOf('carriers');
    provisions.offer('carriers', {
      ...carriers,
      variables: {
        ...carriers.variables,
        CONTROL_CENTER_ATT_URL: settings.controlCenterAtt,
        CONTROL_CENTER_TELUS_URL: settings.controlCenterTelus,
        THINGSPACE_URL: settings.thingSpace,
      },
    });
    provisions.offer('mytrex', secrets.provisionOf('mytrex'));
    provisions.offer('vitals', secrets.provisionOf('vitals'));
    const stations = secrets.provisionOf('stations');
    provisions.offer('stations', {
      ...stations,
      variables: { ...stations.variables, STATION_SERVERS: settings.stationServers.join(',') },
    });
    provisions.offer('identity', secrets.provisionOf('identity'));
    provisions.offer('probe', secrets.provisionOf('probe'));
    provisions.offer('dualSim', { variables: { DUAL_SIM_FIRMWARE: settings.dualSimFirmware } });
    provisions.offer('announcement', { variables: { ANNOUNCEMENT: settings.announcement } });
    provisions.offer('reminderPace', { variables: { REMINDERS_PER_MINUTE: String(settings.remindersPerMinute) } });
    provisions.offer('textMessages', { grant: permitTextMessages });
    provisions.offer('location', { grant: (to) => permitLocation(to, this) });
  }
}

const constructId = (queue: string) =>
  `${queue.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}Queue`;
