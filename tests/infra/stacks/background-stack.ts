import { readFileSync } from 'node:fs';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { AREAS } from '#data/areas.ts';
import { AuditEntity, auditEntry, SYSTEM } from '#data/audit/audit.ts';
import { AuditLineEntity } from '#data/audit/audit-lines.ts';
import { ENTITY_ATTRIBUTE, tableChange } from '#data/kit/table-change.ts';
import { ACCOUNT_CONCURRENCY, SIGN_IN_CONCURRENCY } from '#infra/concurrency.ts';
import { EVENT_FUNCTIONS, LIVE, needsOf, PROBE, QUEUES, SCHEDULED, TABLE_STREAM, variablesOf } from '#infra/wiring.ts';
import { actionsOn, allStatements, permissionsOf, type Statement } from '../permissions.ts';
import { portal, whole } from '../portals.ts';
import type { Resource } from '../synthesize.ts';

const mappings = () =>
  portal.of('Background', 'AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => Properties);
const mappingOf = (name: string) => {
  const [id] = portal
    .of('Background', 'AWS::Lambda::Function')
    .find(([, { Properties }]) => Properties.FunctionName === `watchkeep-production-${name}`) as [string, Resource];
  return mappings().find(({ FunctionName }) => FunctionName.Ref === id) as Resource['Properties'];
};

/** The messages in flight from which SQS delivers a group after others ("How Amazon SQS fair queues work"). */
const NOISY_FROM = 30;

describe('consumers', () => {
  it.each(QUEUES.map((queue) => [queue.consumer, queue] as const))(
    '%s receives its queue in batches, and only failed messages return',
    (name, queue) => {
      expect(mappingOf(name)).toMatchObject({
        BatchSize: queue.batchSize,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
      });
      expect(JSON.stringify(mappingOf(name).EventSourceArn).toLowerCase()).toContain(queue.name.replaceAll('-', ''));
    },
  );

  it('of every queue have a bounded concurrency, which leaves half of the account to people', () => {
    const ofQueues = mappings().filter(({ EventSourceArn }) => /Queue/.test(JSON.stringify(EventSourceArn)));
    expect(ofQueues).toHaveLength(QUEUES.length);
    const bounds = ofQueues.map(({ ScalingConfig }) => ScalingConfig?.MaximumConcurrency as number);
    for (const bound of bounds) expect(bound).toBeGreaterThanOrEqual(2);
    const reserved = portal
      .all('AWS::Lambda::Function')
      .map(({ Properties }) => (Properties.ReservedConcurrentExecutions ?? 0) as number);
    const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
    expect(sum(bounds) + sum(reserved)).toBeLessThanOrEqual(ACCOUNT_CONCURRENCY / 2);
  });

  it('take what docs/deploy.md says of the concurrency of the account, beside the sign-ins', () => {
    const reserved = portal
      .all('AWS::Lambda::Function')
      .map(({ Properties }) => Properties.ReservedConcurrentExecutions as number | undefined)
      .filter((one) => one !== undefined);
    expect(new Set(reserved)).toEqual(new Set([SIGN_IN_CONCURRENCY]));
    const ofQueues = QUEUES.reduce((sum, { maximumConcurrency }) => sum + maximumConcurrency, 0);
    const words = ['no', 'one', 'two', 'three', 'four', 'five'];
    expect(readFileSync('docs/deploy.md', 'utf8')).toContain(
      `Sign-ins reserve ${SIGN_IN_CONCURRENCY} for each of ${words[reserved.length]} functions, and queues use at most ${ofQueues}. ` +
        `Production cannot be deployed below ${SIGN_IN_CONCURRENCY * reserved.length + 100}, because`,
    );
  });

  it('of reactions run so many at once that SQS notices a unit with too many, and put it behind others', () => {
    const reactions = portal.of('Data', 'AWS::SQS::Queue').filter(([id]) => /^ReactionQueue(?!DeadLetters)/.test(id));
    expect(reactions.map(([, { Properties }]) => Properties.FifoQueue)).toEqual([undefined]);
    const { BatchSize, ScalingConfig } = mappingOf('on-reaction');
    expect(BatchSize * ScalingConfig.MaximumConcurrency).toBeGreaterThan(NOISY_FROM);
  });

  it('finish before their messages become visible again', () => {
    const timeouts = new Map(
      portal
        .of('Background', 'AWS::Lambda::Function')
        .map(([, { Properties }]) => [Properties.FunctionName, Properties.Timeout as number]),
    );
    for (const { consumer, visibilitySeconds } of QUEUES)
      expect(timeouts.get(`watchkeep-production-${consumer}`)).toBeLessThan(visibilitySeconds);
  });

  it('retry a reaction for a day, and its dead-letter queue accepts its messages', () => {
    const { visibilitySeconds, maxReceiveCount } = QUEUES.find(({ name }) => name === 'reaction')!;
    expect((visibilitySeconds * maxReceiveCount) / 3600).toBeGreaterThanOrEqual(24);
    expect(maxReceiveCount).toBeLessThanOrEqual(1000);
    expect(portal.of('Data', 'AWS::SQS::Queue').map(([id]) => id)).toContainEqual(
      expect.stringMatching(/^ReactionQueueDeadLetters/),
    );
    expect(needsOf(TABLE_STREAM.consumer)).toContain('queue:reaction');
  });

  it("follow the table: they split a failing batch and retry a record for most of the stream's retention", () => {
    const { MaximumRetryAttempts = -1, MaximumRecordAgeInSeconds } = mappingOf(TABLE_STREAM.consumer);
    expect(MaximumRetryAttempts).toBe(-1);
    expect(MaximumRecordAgeInSeconds).toBeGreaterThanOrEqual(20 * 3600);
    expect(MaximumRecordAgeInSeconds).toBeLessThan(24 * 3600);
    expect(mappingOf(TABLE_STREAM.consumer)).toMatchObject({
      BisectBatchOnFunctionError: true,
      StartingPosition: 'TRIM_HORIZON',
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: expect.anything() } },
    });
    expect(JSON.stringify(mappingOf(TABLE_STREAM.consumer).DestinationConfig)).toContain('TableChangeDeadLetters');
  });
});

/** True if Lambda would deliver the record: a pattern lists the allowed values or prefixes of each leaf. */
const matches = (pattern: object, record: unknown): boolean =>
  Array.isArray(pattern)
    ? pattern.some((one) => (one.prefix === undefined ? one === record : String(record).startsWith(one.prefix)))
    : Object.entries(pattern).every(([key, inner]) => matches(inner, (record as Record<string, unknown>)?.[key]));

interface Put {
  Item: Record<string, unknown>;
}

describe('the filter of the stream', () => {
  const patterns = () =>
    mappingOf(TABLE_STREAM.consumer).FilterCriteria.Filters.map(
      ({ Pattern }: { Pattern: string }) => JSON.parse(Pattern) as object,
    ) as object[];
  const image = (entity: string) => marshall({ pk: 'p', sk: 's', [ENTITY_ATTRIBUTE]: entity });
  const changesOf = (entity: string) => [
    { dynamodb: { NewImage: image(entity) } },
    { dynamodb: { OldImage: image(entity), NewImage: image(entity) } },
    { dynamodb: { OldImage: image(entity) } },
  ];
  const isDelivered = (record: object) => patterns().some((pattern) => matches(pattern, record));
  const followed = Object.values(AREAS).flatMap(({ reactions = [], news = [] }) =>
    [...reactions, ...news].map(({ entity }) => entity),
  );

  it.each([...new Set(followed)])('delivers each new, changed and deleted item: %s', (entity) => {
    expect(changesOf(entity).map(isDelivered)).toEqual([true, true, true]);
    expect(changesOf(entity).map((record) => tableChange(record as DynamoDBRecord).entity)).toEqual(
      Array(3).fill(entity),
    );
  });

  it.each(['session', 'attempt', 'unitConnection', 'bridgeLease', 'counter', 'liveConnection', 'unitLookup'])(
    'delivers no change that nothing follows: %s',
    (entity) => {
      expect(followed).not.toContain(entity);
      expect(changesOf(entity).map(isDelivered)).toEqual([false, false, false]);
    },
  );

  const entry = {
    ...auditEntry(SYSTEM, { objectKind: 'unit', objectId: '400220', dealerKey: 1, action: 'edit dealer' }, 0),
    above: 1,
  };
  it.each([
    ['entry, and each new one, which is then listed', AuditEntity.put(entry).params<Put>(), true],
    ['line, and no new one', AuditLineEntity.put(entry).params<Put>(), false],
  ])('delivers each change and deletion of an audit %s', (_what, { Item }, isNewDelivered) => {
    const stored = marshall(Item, { removeUndefinedValues: true });
    const [added, changed, deleted] = [
      { NewImage: stored },
      { OldImage: stored, NewImage: stored },
      { OldImage: stored },
    ];
    expect([added, changed, deleted].map((dynamodb) => isDelivered({ dynamodb }))).toEqual([
      isNewDelivered,
      true,
      true,
    ]);
  });

  it('uses the key `dynamodb` only, because Lambda supports no other', () => {
    expect(patterns().map(Object.keys)).toEqual(patterns().map(() => ['dynamodb']));
  });

  it('keeps to the limits of Lambda: five filters of 4,096 characters', () => {
    const filters = mappingOf(TABLE_STREAM.consumer).FilterCriteria.Filters as { Pattern: string }[];
    expect(filters.length).toBeLessThanOrEqual(5);
    for (const { Pattern } of filters) expect(Pattern.length).toBeLessThan(4096);
  });
});

describe('event functions', () => {
  const stackOf = (name: string) => (name === LIVE.consumer ? 'Live' : 'Background');

  it.each(EVENT_FUNCTIONS)('%s has the variables of its needs and no others', (name) => {
    const one = portal
      .of(stackOf(name), 'AWS::Lambda::Function')
      .find(([, { Properties }]) => Properties.FunctionName === `watchkeep-production-${name}`)?.[1].Properties;
    const expected = new Set(['STAGE', 'NODE_OPTIONS', ...needsOf(name).flatMap(variablesOf)]);
    expect(Object.keys(one?.Environment.Variables).sort()).toEqual([...expected].sort());
  });

  it.each(EVENT_FUNCTIONS)('%s can send only to the queues that it needs', (name) => {
    const statements = permissionsOf(portal, stackOf(name)).get(`watchkeep-production-${name}`) as Statement[];
    const sends = statements.filter(({ actions }) => actions.includes('sqs:SendMessage'));
    const needs = needsOf(name);
    const allowed = [
      ...QUEUES.filter(({ name: queue }) => needs.includes(`queue:${queue}`)).map(({ name: queue }) =>
        `${queue.replaceAll('-', '')}queue`.toLowerCase(),
      ),
      ...(name === TABLE_STREAM.consumer ? ['tablechangedeadletters'] : []),
    ];
    for (const resource of sends.flatMap(({ resources }) => resources))
      expect(
        allowed.some((queue) => resource.toLowerCase().includes(queue)),
        resource,
      ).toBe(true);
  });
});

describe('schedules', () => {
  it('may send to the reminder queue and its dead-letter queue, in their own group only', () => {
    const role = portal
      .of('Data', 'AWS::IAM::Role')
      .map(([, { Properties }]) => Properties)
      .find(({ AssumeRolePolicyDocument }) => JSON.stringify(AssumeRolePolicyDocument).includes('scheduler.amazonaws'));
    expect(role?.AssumeRolePolicyDocument.Statement[0].Condition).toMatchObject({
      StringEquals: { 'aws:SourceAccount': expect.anything() },
      ArnEquals: { 'aws:SourceArn': { 'Fn::GetAtt': [expect.stringContaining('RemindersGroup'), 'Arn'] } },
    });
    const [policy] = portal.of('Data', 'AWS::IAM::Policy').filter(([id]) => id.startsWith('Reminders'));
    expect(policy?.[1].Properties.PolicyDocument.Statement).toHaveLength(1);
    expect(policy?.[1].Properties.PolicyDocument.Statement[0].Action).toBe('sqs:SendMessage');
  });

  it('get that role from the functions that create them, and no other role', () => {
    const passing = allStatements(portal).filter(({ actions }) => actions.includes('iam:PassRole'));
    expect(passing.length).toBeGreaterThan(0);
    for (const { resources } of passing)
      expect(resources.every((resource) => resource.includes('RemindersRole'))).toBe(true);
  });
});

describe('functions on a schedule', () => {
  /** The rate of each, by the name of its function in the template. */
  const ratesOf = (stage: typeof portal) =>
    Object.fromEntries(
      stage.all('AWS::Scheduler::Schedule').map(({ Properties: { Target, ScheduleExpression } }) => {
        const [name] = JSON.stringify(Target.Arn)
          .toLowerCase()
          .match(/on[a-z]+due/)!;
        return [name, ScheduleExpression];
      }),
    );

  it('move units to their condition every minute, escalate alarms, make bills, archive messages, test receivers, work on rollouts, read SIMs, send reports, and probe every five minutes if the probe is on', () => {
    const always = {
      onalarmdue: 'rate(1 minute)',
      onconditiondue: 'rate(1 minute)',
      onbillingdue: 'rate(15 minutes)',
      onarchivedue: 'rate(15 minutes)',
      onreceivertestdue: 'rate(15 minutes)',
      onrolloutdue: 'rate(1 minute)',
      onfleetreadingdue: 'rate(1 minute)',
      onreportdue: 'rate(1 minute)',
    };
    expect(ratesOf(portal)).toEqual(always);
    expect(ratesOf(whole)).toEqual({ ...always, onprobedue: 'rate(5 minutes)' });
  });

  it.each([PROBE, ...SCHEDULED])('$consumer ends before its next run', ({ consumerTimeoutSeconds, everyMinutes }) => {
    expect(consumerTimeoutSeconds).toBeLessThan(everyMinutes * 60);
  });
});

describe('policies, in every stack', () => {
  /** CDK's own function that copies the files of the web app: we cannot narrow it. */
  const ours = () =>
    portal.names
      .filter((name) => name !== 'WebFiles')
      .flatMap((name) => portal.of(name as 'Data', 'AWS::IAM::Policy'))
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
      .map(({ Action }) => [Action].flat() as string[]);

  it('name every action in full', () => {
    expect(
      ours()
        .flat()
        .filter((action) => action.includes('*')),
    ).toEqual([]);
  });

  it('name every resource, except where AWS supports none', () => {
    const everywhere = allStatements(portal).filter(({ resources }) => resources.includes('"*"'));
    const unexpected = actionsOn(everywhere, '"*"').filter((action) => !KNOWN_TO_NO_RESOURCE.test(action));
    expect(unexpected).toEqual([]);
  });
});

/** CloudFront's belong to CDK's own function that copies the files of the web app. */
const KNOWN_TO_NO_RESOURCE =
  /^(ec2:(Create|Delete|Describe)NetworkInterfaces?|ec2:DescribeSubnets|ecr:GetAuthorizationToken|iotwireless:GetPositionEstimate|sms-voice:SendTextMessage|xray:Put\w+|cloudfront:\w+Invalidation)$/;
