import { describe, expect, it } from 'vitest';
import { TABLE } from '#data/kit/table.ts';
import { BUCKETS, deadLettersOf, QUEUES } from '#infra/wiring.ts';
import { portal } from '../portals.ts';
import type { Resource } from '../synthesize.ts';

describe('the table', () => {
  const table = () => portal.only('Data', 'AWS::DynamoDB::GlobalTable').Properties;

  it('has the keys and indexes of the stores', () => {
    const { KeySchema, GlobalSecondaryIndexes } = table();
    expect(KeySchema).toEqual([
      { AttributeName: TABLE.partitionKey, KeyType: 'HASH' },
      { AttributeName: TABLE.sortKey, KeyType: 'RANGE' },
    ]);
    const indexes = (GlobalSecondaryIndexes as Resource['Properties'][]).map((index) => [
      index.IndexName,
      index.KeySchema.map(({ AttributeName }: { AttributeName: string }) => AttributeName).join(' '),
      index.Projection.ProjectionType,
    ]);
    expect(indexes).toEqual(TABLE.indexes.map((name) => [name, `${name}pk ${name}sk`, 'ALL']));
  });

  it('streams old and new images and deletes expired items', () => {
    expect(table()).toMatchObject({
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    });
  });

  it('is encrypted and backed up continuously, and in production protected against deletion', () => {
    expect(table().SSESpecification).toMatchObject({ SSEEnabled: true });
    expect(table().Replicas[0]).toMatchObject({
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      DeletionProtectionEnabled: true,
    });
    expect(portal.only('Data', 'AWS::DynamoDB::GlobalTable')).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate' });
  });
});

describe('queues', () => {
  const queues = () => portal.of('Data', 'AWS::SQS::Queue');
  const working = () => queues().filter(([, { Properties }]) => Properties.RedrivePolicy);

  it('are those of the wiring, each with its own dead-letter queue', () => {
    expect(working()).toHaveLength(QUEUES.length);
    const deadLetters = working().map(
      ([, { Properties }]) => Properties.RedrivePolicy.deadLetterTargetArn['Fn::GetAtt'][0],
    );
    expect(new Set(deadLetters).size).toBe(QUEUES.length);
    for (const wiring of QUEUES)
      expect(working().map(([, { Properties }]) => Properties)).toContainEqual(
        expect.objectContaining({
          VisibilityTimeout: wiring.visibilitySeconds,
          RedrivePolicy: expect.objectContaining({ maxReceiveCount: wiring.maxReceiveCount }),
        }),
      );
  });

  it('for dead letters keep them for two weeks, the maximum of SQS, and the stream has one too', () => {
    const deadLetters = queues().filter(([, { Properties }]) => !Properties.RedrivePolicy);
    expect(deadLetters).toHaveLength(QUEUES.length + 1);
    for (const [, { Properties }] of deadLetters) expect(Properties.MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
    expect(new Set(QUEUES.map(({ name }) => deadLettersOf(name))).size).toBe(QUEUES.length);
  });

  it('are encrypted and refuse access without TLS', () => {
    for (const [, { Properties }] of queues()) expect(Properties.SqsManagedSseEnabled).toBe(true);
    const policies = portal.of('Data', 'AWS::SQS::QueuePolicy').map(([, { Properties }]) => Properties);
    expect(policies).toHaveLength(queues().length);
    for (const { PolicyDocument } of policies)
      expect(PolicyDocument.Statement).toContainEqual(
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      );
  });
});

describe('buckets, in every stack', () => {
  it('block public access and are encrypted', () => {
    const buckets = portal.all('AWS::S3::Bucket');
    expect(buckets).toHaveLength(BUCKETS.length + 2);
    for (const { Properties } of buckets) {
      expect(Properties.PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
      expect(Properties.BucketEncryption).toBeDefined();
      expect(Properties.LifecycleConfiguration).toBeDefined();
    }
  });

  it('refuse access without TLS', () => {
    const policies = portal.all('AWS::S3::BucketPolicy');
    expect(policies).toHaveLength(BUCKETS.length + 2);
    for (const { Properties } of policies)
      expect(Properties.PolicyDocument.Statement).toContainEqual(
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      );
  });

  it('keep versions of stored files, and delete uploads after a month, archived messages after three years and captured frames after 90 days', () => {
    const buckets = portal.of('Data', 'AWS::S3::Bucket').map(([id, { Properties }]) => ({ id, ...Properties }));
    const named = (start: string) => buckets.find(({ id }) => id.startsWith(start)) as Resource['Properties'];
    expect(named('Firmware').VersioningConfiguration).toEqual({ Status: 'Enabled' });
    expect(named('VoiceFiles').VersioningConfiguration).toEqual({ Status: 'Enabled' });
    const days = { Uploads: 30, MessageArchive: 1_096, MessageCapture: 90 };
    for (const [name, ExpirationInDays] of Object.entries(days))
      expect(named(name).LifecycleConfiguration.Rules).toContainEqual(expect.objectContaining({ ExpirationInDays }));
  });

  it('delete forgotten parts, and files that were never taken, after a day, and take parts from browsers', () => {
    const buckets = portal.of('Data', 'AWS::S3::Bucket').filter(([id]) => /^(Firmware|VoiceFiles)/.test(id));
    expect(buckets).toHaveLength(2);
    for (const [, { Properties }] of buckets) {
      const AbortIncompleteMultipartUpload = { DaysAfterInitiation: 1 };
      expect(Properties.LifecycleConfiguration.Rules).toContainEqual(
        expect.objectContaining({ AbortIncompleteMultipartUpload, Status: 'Enabled' }),
      );
      expect(Properties.CorsConfiguration.CorsRules).toMatchObject([{ AllowedMethods: ['PUT'] }]);
      // Nothing that is kept has a rule that deletes it while it is current.
      const deleting = Properties.LifecycleConfiguration.Rules.filter((rule: object) => 'ExpirationInDays' in rule);
      expect(deleting).toEqual([
        {
          ...{ Prefix: 'arriving/', Status: 'Enabled', ExpirationInDays: 1 },
          NoncurrentVersionExpiration: { NoncurrentDays: 1 },
        },
      ]);
    }
  });
});

describe('keys and secrets', () => {
  const keys = () => portal.of('Data', 'AWS::KMS::Key');

  it('sign session tokens with ES256', () => {
    const [, { Properties }] = keys().find(([id]) => id.startsWith('SessionKey'))!;
    expect(Properties).toMatchObject({ KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' });
  });

  it('seal each kind of text with a key of its own, which is rotated each year', () => {
    const sealing = keys().filter(([, { Properties }]) => Properties.KeyUsage !== 'SIGN_VERIFY');
    expect(sealing.map(([id]) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual(['SecondFactorKey', 'AuditCursorKey']);
    for (const [, { Properties }] of sealing) {
      expect(Properties).toMatchObject({ EnableKeyRotation: true });
      expect(Properties.KeySpec).toBeUndefined();
    }
  });

  it.each(['FirmwareKey', 'AlarmExportKey'])(
    'sign what others check with an Ed25519 key, which production keeps whatever happens to the stack: %s',
    (name) => {
      const [[, key] = []] = keys().filter(([id]) => id.startsWith(name));
      expect(key).toMatchObject({
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
        Properties: { KeySpec: 'ECC_NIST_EDWARDS25519', KeyUsage: 'SIGN_VERIFY' },
      });
    },
  );

  it('have one secret for each need with credentials, and put no secret into a template', () => {
    const secrets = portal
      .of('Data', 'AWS::SecretsManager::Secret')
      .map(([id, { Properties }]) => ({ id, ...Properties }));
    const named = (name: string) => secrets.find(({ id }) => id.startsWith(`Secrets${name}`)) as Resource['Properties'];
    expect(secrets).toHaveLength(7);
    expect(named('BridgeSecret').GenerateSecretString).toMatchObject({
      SecretStringTemplate: '{}',
      GenerateStringKey: 'bridgeCommandSecret',
    });
    expect(named('StationsSecret').GenerateSecretString).toMatchObject({ GenerateStringKey: 'ticketKey' });
    for (const [name, path] of [
      ['CarriersSecret', 'controlCenterAtt.userName'],
      ['MytrexSecret', 'apiKey'],
      ['VitalsSecret', 'apiKey'],
      ['IdentitySecret', 'telus.issuer'],
      ['ProbeSecret', 'unit.secret'],
    ] as const) {
      expect(named(name).GenerateSecretString).toBeUndefined();
      const form = named(name).SecretString as string;
      expect(JSON.parse(form)).toHaveProperty(path, '');
      expect(form).not.toMatch(/:"[^"]/);
    }
  });
});
