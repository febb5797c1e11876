import { describe, expect, it } from 'vitest';
import { api } from '#core/index.ts';
import { ITEM_GROUPS, type ItemGroup, leadingKeysOf, TABLE } from '#data/kit/table.ts';
import { EVENT_FUNCTIONS, LIVE, type Need, needsOf, QUEUES, TABLE_STREAM } from '#infra/wiring.ts';
import { isAllowed } from '#support/iam.ts';
import { allowedBy, type Role, rolesOf } from '../policies.ts';
import { portal, whole } from '../portals.ts';

const roles = rolesOf(portal);
const roleOf = (name: string) =>
  roles.find((role) => role.name === (name === 'bridge' ? 'BridgeTaskTaskRole' : name)) as Role;
const FUNCTIONS = [...Object.keys(api), ...EVENT_FUNCTIONS, 'bridge'];

const each = (service: string, actions: string, ...resources: string[]) =>
  actions.split(' ').flatMap((action) => resources.map((resource) => `${service}:${action} ${resource}`));
const queueNamed = (name: string) =>
  `<${name.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}Queue.Arn>`;

const CONNECTIONS = 'arn:aws:execute-api:us-east-1:AWS::AccountId:<LiveApi>/live/POST/@connections/*';
const SES = ['identity', 'configuration-set'].map((kind) => `arn:aws:ses:us-east-1:AWS::AccountId:${kind}/*`);
const INTERFACES = 'CreateNetworkInterface DescribeNetworkInterfaces DeleteNetworkInterface DescribeSubnets';
const secretNamed = (name: string) => each('secretsmanager', 'GetSecretValue', `<Secrets${name}Secret>`);

/** What each need permits, apart from the table. A need without an entry permits nothing. */
/** Uploads in parts also list their parts, are aborted, and are deleted if they are refused. */
const inParts = (bucket: string) => [
  ...each('s3', 'GetObject PutObject', `<${bucket}.Arn>/*`),
  ...each('s3', 'ListMultipartUploadParts AbortMultipartUpload DeleteObject', `<${bucket}.Arn>/arriving/*`),
];
const PERMITTED: Partial<Record<Need, readonly string[]>> = {
  verifySessions: each('kms', 'GetPublicKey', '<SessionKey.Arn>'),
  issueSessions: each('kms', 'GetPublicKey Sign', '<SessionKey.Arn>'),
  secondFactorKey: each('kms', 'Encrypt Decrypt', '<SecondFactorKey.Arn>'),
  auditCursorKey: each('kms', 'Encrypt Decrypt', '<AuditCursorKey.Arn>'),
  firmwareKey: each('kms', 'GetPublicKey Sign', '<FirmwareKey.Arn>'),
  verifyFirmware: each('kms', 'GetPublicKey', '<FirmwareKey.Arn>'),
  alarmExportKey: each('kms', 'GetPublicKey Sign', '<AlarmExportKey.Arn>'),
  readUnitFiles: each('s3', 'GetObject', '<Firmware.Arn>/*', '<VoiceFiles.Arn>/*'),
  carriers: secretNamed('Carriers'),
  mytrex: secretNamed('Mytrex'),
  vitals: secretNamed('Vitals'),
  stations: secretNamed('Stations'),
  identity: secretNamed('Identity'),
  probe: secretNamed('Probe'),
  bridgeCommands: secretNamed('Bridge'),
  firmwareBucket: inParts('Firmware'),
  voiceFilesBucket: inParts('VoiceFiles'),
  uploadsBucket: each('s3', 'GetObject PutObject', '<Uploads.Arn>/*'),
  readMessageArchive: [
    ...each('s3', 'GetObject', '<MessageArchive.Arn>/*'),
    ...each('s3', 'ListBucket', '<MessageArchive.Arn>'),
  ],
  readMessageCapture: [
    ...each('s3', 'GetObject', '<MessageCapture.Arn>/*'),
    ...each('s3', 'ListBucket', '<MessageCapture.Arn>'),
  ],
  writeMessageArchive: each('s3', 'PutObject', '<MessageArchive.Arn>/*'),
  writeMessageCapture: each('s3', 'PutObject', '<MessageCapture.Arn>/*'),
  location: [
    ...each('geo-places', 'ReverseGeocode', 'arn:aws:geo-places:us-east-1::provider/default'),
    ...each('iotwireless', 'GetPositionEstimate', '*'),
  ],
  mail: each('ses', 'SendEmail SendRawEmail', ...SES),
  livePush: each('execute-api', 'ManageConnections', CONNECTIONS),
  reminders: each('iam', 'PassRole', '<RemindersRole.Arn>'),
};
const SCHEDULES =
  /^scheduler:(Create|Update|Get|Delete)Schedule arn:\S+:schedule\/watchkeepproductiondata-Reminders-Group-\w+\/\*$/;

/** What Lambda and ECS need to run code, whatever the code does. */
function permittedToRun(name: string): string[] {
  if (name === 'bridge') return [];
  const queue = QUEUES.find(({ consumer }) => consumer === name);
  const logs = name === LIVE.consumer ? 'OnLiveMessage' : name.replaceAll('-', '');
  return [
    ...each('logs', 'CreateLogStream PutLogEvents', `<${logs}Logs.Arn>`),
    ...each('xray', 'PutTraceSegments PutTelemetryRecords', '*'),
    ...(needsOf(name).includes('bridgeCommands') ? each('ec2', INTERFACES, '*') : []),
    ...(queue
      ? each(
          'sqs',
          'ReceiveMessage ChangeMessageVisibility GetQueueUrl DeleteMessage GetQueueAttributes',
          queueNamed(queue.name),
        )
      : []),
    ...(name === TABLE_STREAM.consumer
      ? [
          ...each('dynamodb', 'ListStreams DescribeStream GetRecords GetShardIterator', '<Table.StreamArn>'),
          ...each('sqs', 'SendMessage GetQueueAttributes GetQueueUrl', '<TableChangeDeadLetters.Arn>'),
        ]
      : []),
  ];
}

const ARN = '<Table.Arn>';
const INDEXES = TABLE.indexes.map((index) => `${ARN}/index/${index}`);
const READING = each('dynamodb', 'GetItem BatchGetItem Query', ARN, ...INDEXES);
const WRITING = each('dynamodb', 'PutItem UpdateItem DeleteItem ConditionCheckItem', ARN);
const onlyReads = (name: string) =>
  Object.values(api[name as keyof typeof api] ?? { one: { method: 'POST' } }).every(({ method }) => method === 'GET');

describe('the role of each function and of the bridge', () => {
  it.each(FUNCTIONS)('%s is allowed what its needs name, and nothing else', (name) => {
    const needs = needsOf(name);
    const permitted = [
      ...permittedToRun(name),
      ...needs.flatMap((need) => PERMITTED[need] ?? []),
      ...needs.flatMap((need) =>
        need.startsWith('queue:') ? each('sqs', 'SendMessage', queueNamed(need.slice(6))) : [],
      ),
      ...(needs.includes('table') ? [...READING, ...(onlyReads(name) ? [] : WRITING)] : []),
    ];
    const allowed = allowedBy(roleOf(name));
    const schedules = allowed.filter((one) => SCHEDULES.test(one));
    expect(schedules.length).toBe(needs.includes('reminders') ? 4 : 0);
    expect([...new Set(allowed)].filter((one) => !schedules.includes(one)).sort()).toEqual(
      [...new Set(permitted)].sort(),
    );
  });

  it('may send mails from the address of the portal only, whatever else SES asks for', () => {
    const sender = (address: string) => ({ 'ses:FromAddress': [address] });
    const asked = [
      'identity/portal@watchkeep.example',
      'identity/watchkeep.example',
      'identity/recipient@elsewhere.example',
      'configuration-set/default',
    ];
    for (const name of FUNCTIONS)
      for (const resource of asked.map((one) => `arn:aws:ses:us-east-1:AWS::AccountId:${one}`)) {
        const may = (keys: Record<string, string[]>) =>
          ['ses:SendEmail', 'ses:SendRawEmail'].some((action) =>
            isAllowed(roleOf(name).statements, { action, resource, keys }),
          );
        expect(may(sender('portal@watchkeep.example')), name).toBe(needsOf(name).includes('mail'));
        expect([may(sender('ceo@watchkeep.example')), may({})], name).toEqual([false, false]);
      }
  });

  it('lets Lambda make network interfaces, and never the code of the function', () => {
    for (const name of FUNCTIONS.filter((one) => one !== 'bridge' && needsOf(one).includes('bridgeCommands')))
      for (const action of INTERFACES.split(' ').map((one) => `ec2:${one}`)) {
        const may = (keys: Record<string, string[]>) =>
          isAllowed(
            roleOf(name).statements.map((one) => ({ ...one, Condition: textsIn(one.Condition) })),
            { action, resource: 'arn:aws:ec2:us-east-1:1:network-interface/eni-1', keys },
          );
        expect(may({}), name).toBe(true);
        const source = `arn:aws:lambda:us-east-1:AWS::AccountId:function:watchkeep-production-${name}`;
        expect(may({ 'lambda:SourceFunctionArn': [source] }), name).toBe(false);
      }
  });
});

/** A condition with texts in the place of references. */
const textsIn = (condition: object | undefined) =>
  JSON.parse(
    JSON.stringify(condition ?? {}, (_key, value) =>
      value && typeof value === 'object' && 'Fn::Join' in value ? joined(value['Fn::Join']) : value,
    ),
  );
const joined = ([delimiter, parts]: [string, (string | { Ref: string })[]]) =>
  parts.map((part) => (typeof part === 'string' ? part : part.Ref)).join(delimiter);

const ACTIONS = 'GetItem BatchGetItem Query PutItem UpdateItem DeleteItem BatchWriteItem ConditionCheckItem'.split(' ');
/** Actions that no function needs. They name no key, are decided by the statement that they contain, or can put as well as delete. */
const NEVER =
  'BatchWriteItem Scan PartiQLSelect PartiQLInsert PartiQLUpdate PartiQLDelete UpdateTable DeleteTable'.split(' ');

/** True if the role may do this with an item of the group, in the table or in any index. */
const may = ({ statements }: Role, action: string, group: ItemGroup) =>
  [ARN, ...INDEXES].some((resource) =>
    isAllowed(statements, {
      action: `dynamodb:${action}`,
      resource,
      keys: { 'dynamodb:LeadingKeys': ['$watchkeep#a_key_of_no_group', leadingKeysOf(group).replace('*', 'key_1')] },
    }),
  );
const rolesThat = (action: string, group: ItemGroup) =>
  roles.filter((role) => may(role, action, group)).map(({ name }) => name);

const ALL_WRITERS = FUNCTIONS.filter((name) => needsOf(name).includes('table') && !onlyReads(name))
  .map((name) => roleOf(name).name)
  .sort();

/** The export of a customer's data lists what the audit says of the customer. */
const AUDIT_READERS = ['audit', 'customers'];

describe('the items of the table', () => {
  it('of the audit are only added: no role of any stack changes or deletes one', () => {
    expect(rolesThat('PutItem', 'audit').sort()).toEqual(ALL_WRITERS);
    for (const action of ['UpdateItem', 'DeleteItem', ...NEVER]) expect(rolesThat(action, 'audit'), action).toEqual([]);
    for (const action of ['Query', 'BatchGetItem']) expect(rolesThat(action, 'audit'), action).toEqual(AUDIT_READERS);
    expect(rolesThat('GetItem', 'audit')).toEqual([]);
  });

  it('that list the audit are only added, and only by what follows a new entry', () => {
    expect(rolesThat('PutItem', 'auditLines')).toEqual(['on-reaction']);
    expect(rolesThat('Query', 'auditLines')).toEqual(AUDIT_READERS);
    for (const action of ACTIONS.concat(NEVER).filter((one) => !['PutItem', 'Query'].includes(one)))
      expect(rolesThat(action, 'auditLines'), action).toEqual([]);
  });

  it('of users are changed only by what signs people in, by what manages users, and by what moves them', () => {
    for (const action of ['PutItem', 'UpdateItem', 'DeleteItem'])
      expect(rolesThat(action, 'users').sort(), action).toEqual(
        [
          ...['auth', 'on-dealer-move', 'passkeys', 'second-factor', 'user-settings', 'users'],
          // It creates the users of a list, and changes none.
          ...(action === 'PutItem' ? ['on-mass-creation'] : []),
        ].sort(),
      );
    for (const name of ['BridgeTaskTaskRole', 'on-unit-report', 'on-table-change', 'on-reminder-due'])
      expect(rolesThat('Query', 'users')).not.toContain(name);
    for (const name of ['on-unit-report', 'on-reminder-due']) expect(rolesThat('GetItem', 'users')).not.toContain(name);
  });

  it('of sessions are added only by what issues tokens, and ended by that and after the deletion of a user', () => {
    const issuing = FUNCTIONS.filter((name) => needsOf(name).includes('issueSessions')).sort();
    expect(issuing).toEqual(['auth', 'dealer-switch', 'passkeys', 'second-factor', 'user-settings', 'users']);
    // A batch can put too.
    expect(
      [...new Set([...rolesThat('PutItem', 'sessions'), ...rolesThat('BatchWriteItem', 'sessions')])].sort(),
    ).toEqual(issuing);
    expect(rolesThat('DeleteItem', 'sessions').sort()).toEqual([...issuing, 'on-reaction'].sort());
    const rightsOf = (name: string) => ACTIONS.filter((action) => rolesThat(action, 'sessions').includes(name));
    expect(rightsOf('on-unit-report')).toEqual([]);
    // A row asks whether a session still uses the access that was taken on.
    expect(rightsOf('on-bulk-action')).toEqual(['GetItem', 'Query']);
    // A push to a browser reads its session.
    for (const name of ['BridgeTaskTaskRole', 'on-table-change']) expect(rightsOf(name), name).toEqual(['GetItem']);
  });

  it.each([
    ['credentials', ['auth', 'passkeys', 'second-factor', 'user-settings', 'users'], []],
    [
      'oneTimeTokens',
      ['auth', 'dealer-settings', 'live', 'on-live-message', 'passkeys', 'user-settings', 'users'],
      ['on-mass-creation PutItem'],
    ],
    ['unitSecrets', ['BridgeTaskTaskRole', 'units'], []],
  ] as const)('of %s are read only by what checks them', (group, readers, issuers) => {
    for (const action of ['GetItem', 'BatchGetItem', 'ConditionCheckItem', 'PutItem', 'UpdateItem', 'BatchWriteItem'])
      for (const name of rolesThat(action, group))
        if (!issuers.some((one) => one === `${name} ${action}`)) expect(readers, `${name} ${action}`).toContain(name);
    expect(rolesThat('GetItem', group).sort()).toEqual([...readers]);
  });

  it('of receivers are read only by what sends alarms, and written only by who administers centres', () => {
    expect(rolesThat('GetItem', 'receiverSecrets').sort()).toEqual(['on-delivery', 'on-receiver-test-due']);
    for (const action of ['PutItem', 'DeleteItem'])
      expect(rolesThat(action, 'receiverSecrets'), action).toEqual(['monitoring-centers']);
    for (const action of ['Query', 'BatchGetItem', 'ConditionCheckItem', 'UpdateItem', 'BatchWriteItem'])
      expect(rolesThat(action, 'receiverSecrets'), action).toEqual([]);
  });

  it('outside of the groups are open to every function with the table', () => {
    for (const name of FUNCTIONS.filter((one) => needsOf(one).includes('table'))) {
      const request = {
        action: 'dynamodb:GetItem',
        resource: ARN,
        keys: { 'dynamodb:LeadingKeys': ['$watchkeep#a_1'] },
      };
      expect(isAllowed(roleOf(name).statements, request), name).toBe(true);
    }
  });

  it('are never scanned, never written in batches, and never read or written by PartiQL', () => {
    for (const action of NEVER) for (const group of ITEM_GROUPS) expect(rolesThat(action, group), action).toEqual([]);
  });
});

/** The resources with a wildcard that are allowed, and why they cannot be narrower. */
const WILDCARDS: readonly [pattern: RegExp, because: string][] = [
  [/^xray:Put\w+ \*$/, 'X-Ray knows no resources.'],
  [
    /^ec2:(\w+NetworkInterfaces?|DescribeSubnets) \*$/,
    'Lambda makes interfaces under names of its own. Code is denied them.',
  ],
  [
    /^ses:Send(Raw)?Email \S+:(identity|configuration-set)\/\*$/,
    'In its sandbox SES asks for the identities of recipients too. A condition allows one sender.',
  ],
  [
    /^s3:(Get|Put|Delete)Object <(Firmware|VoiceFiles|Uploads|MessageArchive|MessageCapture)\.Arn>\/\*$/,
    'Any file of the bucket may be meant.',
  ],
  [
    /^s3:(ListMultipartUploadParts|AbortMultipartUpload|DeleteObject) <(Firmware|VoiceFiles)\.Arn>\/arriving\/\*$/,
    'The portal names each file that arrives.',
  ],
  [/^iotwireless:GetPositionEstimate \*$/, 'Position estimates know no resource.'],
  [/^ecr:GetAuthorizationToken \*$/, 'The action knows no resource.'],
  [/^execute-api:ManageConnections \S+\/live\/POST\/@connections\/\*$/, 'Any connected browser.'],
  [/^scheduler:\w+Schedule \S+:schedule\/\S+-Reminders-Group-\w+\/\*$/, 'Each reminder has a schedule in the group.'],
  [
    /^lambda:InvokeFunction <on(probe|condition|alarm|billing|archive|receivertest|rollout|fleetreading|report)due\.Arn>:\*$/,
    'CDK permits the versions of the function too.',
  ],
];

describe.each([
  ['production', roles],
  ['the portal of the whole specification', rolesOf(whole)],
])('every policy of %s', (_, all) => {
  // CDK's own function that copies the files of the web app. We cannot narrow it.
  const ours = all.filter(({ stack }) => stack !== 'WebFiles');

  it('names its actions in full, and its resources, except where a reason says why not', () => {
    const wild = ours.flatMap((role) => allowedBy(role).filter((one) => one.includes('*')));
    expect(wild.filter((one) => !WILDCARDS.some(([pattern]) => pattern.test(one)))).toEqual([]);
  });

  it('fits into the 10,240 characters that IAM allows for the inline policies of a role', () => {
    expect(ours.filter(({ size }) => size > 9_000).map(({ name, size }) => `${name} ${size}`)).toEqual([]);
  });
});
