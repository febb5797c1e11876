import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { api } from '#core/index.ts';
import { HOUR } from '#core/time.ts';
import { TABLE } from '#data/kit/table.ts';
import { deadLettersOf, EVENT_FUNCTIONS, PROBE, QUEUES, TABLE_STREAM } from '#infra/wiring.ts';
import { METRICS } from '#platform/aws/measures.ts';
import { elsewhere, portal, whole } from '../portals.ts';
import { type Portal, PRODUCTION, type Resource, type StackName, synthesize } from '../synthesize.ts';

const alarms = () =>
  portal
    .of('Observability', 'AWS::CloudWatch::Alarm')
    .map(([id, { Properties }]) => ({ id, ...Properties })) as unknown as (Resource['Properties'] & { id: string })[];
const alarmsOn = (metric: string) => alarms().filter(({ MetricName }) => MetricName === metric);

describe('alarms', () => {
  it('report every dead letter at once', () => {
    const deadLetters = alarms().filter(({ AlarmDescription }) => /is in \S+-dead-letters/.test(AlarmDescription));
    const names = [...QUEUES.map(({ name }) => deadLettersOf(name)), TABLE_STREAM.deadLetters];
    expect(deadLetters).toHaveLength(names.length);
    for (const alarm of deadLetters)
      expect(alarm).toMatchObject({
        MetricName: 'ApproximateNumberOfMessagesVisible',
        Threshold: 0,
        ComparisonOperator: 'GreaterThanThreshold',
        EvaluationPeriods: 1,
      });
  });

  it('report waiting reports of units', () => {
    const [ingest] = alarmsOn('ApproximateAgeOfOldestMessage').filter(({ AlarmDescription }) =>
      AlarmDescription.includes('ingest'),
    );
    expect(ingest?.Threshold).toBeLessThanOrEqual(120);
  });

  it('report every function that fails or is throttled', () => {
    const functions = Object.keys(api).length + EVENT_FUNCTIONS.length;
    expect(alarmsOn('Errors')).toHaveLength(functions);
    expect(alarmsOn('Throttles')).toHaveLength(functions);
  });

  it('report every consumer that returns messages, which Lambda does not count as errors', () => {
    const consumers = [...QUEUES.map(({ consumer }) => consumer), TABLE_STREAM.consumer];
    const failing = alarmsOn(METRICS.failedMessages);
    expect(failing).toHaveLength(consumers.length);
    for (const { Namespace, Dimensions, Threshold, EvaluationPeriods, DatapointsToAlarm } of failing) {
      expect([Namespace, Threshold, DatapointsToAlarm, EvaluationPeriods]).toEqual([METRICS.namespace, 0, 3, 10]);
      expect(Dimensions.map(({ Name }: { Name: string }) => Name).sort()).toEqual(['function', 'service', 'stage']);
    }
  });

  it('report a blocked stream, long before its records expire', () => {
    const [lagging, ...others] = alarmsOn('IteratorAge');
    expect(others).toEqual([]);
    expect(lagging).toMatchObject({ Namespace: 'AWS/Lambda', Statistic: 'Maximum' });
    expect(lagging?.Threshold).toBeLessThan(TABLE_STREAM.maximumRecordAgeHours * HOUR * 0.1);
    expect(JSON.stringify(lagging?.Dimensions)).toMatch(/ontablechange/i);
  });

  it('report that a scheduled function does not run any more', () => {
    const stopped = alarmsOn('Invocations');
    for (const alarm of stopped)
      expect(alarm).toMatchObject({
        Namespace: 'AWS/Lambda',
        Statistic: 'Sum',
        Threshold: 1,
        ComparisonOperator: 'LessThanThreshold',
        TreatMissingData: 'breaching',
      });
    expect(
      stopped.map(({ Dimensions, DatapointsToAlarm }) => [
        JSON.stringify(Dimensions)
          .toLowerCase()
          .match(/on\w+due/)?.[0],
        DatapointsToAlarm,
      ]),
    ).toEqual([
      ['onconditiondue', 5],
      ['onalarmdue', 5],
      ['onbillingdue', 75],
      ['onarchivedue', 75],
      ['onreceivertestdue', 75],
      ['onrolloutdue', 5],
      ['onfleetreadingdue', 5],
      ['onreportdue', 5],
    ]);
  });

  it('mention a redrive only for a queue with one', () => {
    const [ofStream] = alarms().filter(({ AlarmDescription }) => AlarmDescription.includes(TABLE_STREAM.deadLetters));
    expect(ofStream?.AlarmDescription).not.toMatch(/start a redrive/);
  });

  it('report a slow and a failing API', () => {
    expect(alarmsOn('Latency')).toEqual([expect.objectContaining({ ExtendedStatistic: 'p95', Threshold: 1500 })]);
    expect(alarmsOn('5xx')).toHaveLength(1);
  });

  it('report a bridge that is silent, full or busy', () => {
    const ofBridge = alarmsOn(METRICS.bridgeConnections);
    expect(ofBridge.map(({ Statistic, TreatMissingData }) => [Statistic, TreatMissingData]).sort()).toEqual([
      ['Maximum', 'notBreaching'],
      ['SampleCount', 'breaching'],
    ]);
    expect(alarmsOn('CPUUtilization')).toHaveLength(1);
  });

  it('report a stream that nothing reads, though its consumer then has no metrics', () => {
    const [stopped] = alarmsOn('PolledEventCount');
    expect(stopped).toMatchObject({
      Namespace: 'AWS/Lambda',
      Statistic: 'SampleCount',
      Threshold: 1,
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'breaching',
      Dimensions: [{ Name: 'EventSourceMappingUUID', Value: { 'Fn::GetStackOutput': expect.anything() } }],
    });
    const [mapping, ...others] = portal
      .of('Background', 'AWS::Lambda::EventSourceMapping')
      .filter(([, { Properties }]) => Properties.MetricsConfig);
    expect(others).toEqual([]);
    expect(mapping?.[1].Properties).toMatchObject({
      MetricsConfig: { Metrics: ['EventCount'] },
      StartingPosition: 'TRIM_HORIZON',
    });
    const { OutputName } = stopped!.Dimensions[0].Value['Fn::GetStackOutput'];
    expect(portal.template('Background').toJSON().Outputs[OutputName].Value).toEqual({ Ref: mapping?.[0] });
  });

  it('report audit entries that were changed or deleted', () => {
    expect(alarmsOn(METRICS.changedEntries)).toEqual([
      expect.objectContaining({ Namespace: METRICS.namespace, Statistic: 'Sum', Threshold: 0, EvaluationPeriods: 1 }),
    ]);
  });

  it('have the names of docs/deploy.md, which also fit to both stages of an account', () => {
    const names = alarms().map(({ AlarmName }) => AlarmName as string);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^watchkeep-production-/);
    const ofProbe = PROBE.parts.map((part) => `probe-${part}`);
    const known = [...names.map((name) => name.replace('watchkeep-production-', '')), ...ofProbe];
    const [, table = ''] = /\| Alarm \| What to do \|\n(.*?)\n\n/s.exec(readFileSync('docs/deploy.md', 'utf8'))!;
    const documented = table
      .split('\n')
      .flatMap((row) => [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));
    expect(documented.length).toBeGreaterThan(15);
    const unknown = documented.filter((name) => {
      const pattern = new RegExp(`^${name.replaceAll('*', '.*')}$`);
      return !known.some((one) => pattern.test(one));
    });
    expect(unknown).toEqual([]);
  });

  it('do not fire for ever where one task leaves a zone without one', () => {
    const { auth, dealers, reminders, units } = api;
    const dev = synthesize({}, { auth, dealers, reminders, units });
    const [healthy] = dev
      .of('Observability', 'AWS::CloudWatch::Alarm')
      .map(([, { Properties }]) => Properties)
      .filter(({ MetricName }) => MetricName === 'HealthyHostCount');
    expect(healthy).toMatchObject({ Statistic: 'Maximum', Threshold: 1, TreatMissingData: 'breaching' });
  });

  it('report bridge tasks that the load balancer cannot use', () => {
    const [healthy] = alarmsOn('HealthyHostCount');
    expect(healthy).toMatchObject({ Statistic: 'Minimum', Threshold: 1, TreatMissingData: 'breaching' });
    expect(alarmsOn('UnHealthyHostCount')).toEqual([expect.objectContaining({ Statistic: 'Maximum', Threshold: 0 })]);
  });

  it('report a missing bridge task, and a bridge that nearly has all of its tasks', () => {
    const { MinCapacity, MaxCapacity } = portal.only(
      'Bridge',
      'AWS::ApplicationAutoScaling::ScalableTarget',
    ).Properties;
    expect([MinCapacity, MaxCapacity]).toEqual([2, 20]);
    expect(alarmsOn('RunningTaskCount')).toEqual([
      expect.objectContaining({
        Namespace: 'ECS/ContainerInsights',
        Threshold: MinCapacity,
        ComparisonOperator: 'LessThanThreshold',
        TreatMissingData: 'breaching',
      }),
    ]);
    const desired = (stage: Portal) =>
      stage
        .of('Observability', 'AWS::CloudWatch::Alarm')
        .map(([, { Properties }]) => Properties)
        .filter(({ MetricName }) => MetricName === 'DesiredTaskCount');
    const above = (Threshold: number) => [
      expect.objectContaining({ Statistic: 'Maximum', ComparisonOperator: 'GreaterThanThreshold', Threshold }),
    ];
    // 16 of 20, and 100 of 125.
    expect(desired(portal)).toEqual(above(15));
    expect(desired(whole)).toEqual(above(99));
  });

  it('report throttled reads and writes of the table and of each index', () => {
    for (const name of ['ReadThrottleEvents', 'WriteThrottleEvents']) {
      const indexes = alarmsOn(name).map(
        ({ Dimensions }) => Dimensions.find(({ Name }: { Name: string }) => Name === 'GlobalSecondaryIndexName')?.Value,
      );
      expect(indexes).toEqual([undefined, ...TABLE.indexes]);
    }
  });

  it('report an account or an API that is nearly throttled', () => {
    const reserved = portal
      .all('AWS::Lambda::Function')
      .reduce((sum, { Properties }) => sum + (Properties.ReservedConcurrentExecutions ?? 0), 0);
    expect(reserved).toBeGreaterThan(0);
    expect(alarmsOn('UnreservedConcurrentExecutions')).toEqual([
      expect.objectContaining({ Threshold: (1000 - reserved) * 0.8 }),
    ]);
    const { ThrottlingRateLimit } = portal.only('Web', 'AWS::ApiGatewayV2::Stage').Properties.DefaultRouteSettings;
    expect(alarmsOn('Count').map(({ Threshold }) => Threshold)).toEqual([ThrottlingRateLimit * 60 * 0.8]);
  });

  it('report live connections that fail or are refused', () => {
    expect(alarmsOn('IntegrationError')).toHaveLength(1);
    expect(alarmsOn('ExecutionError')).toHaveLength(1);
    expect(alarmsOn('ClientError')).toEqual([expect.objectContaining({ Threshold: 50 })]);
  });

  it('report schedules that are dropped, refused or lost', () => {
    for (const name of ['InvocationDroppedCount', 'TargetErrorCount', 'InvocationsFailedToBeSentToDeadLetterCount'])
      expect(alarmsOn(name)).toEqual([expect.objectContaining({ Namespace: 'AWS/Scheduler', Threshold: 0 })]);
  });

  it('report bounces and complaints before SES reviews the account', () => {
    expect(alarmsOn('Reputation.BounceRate')).toEqual([expect.objectContaining({ Threshold: 0.05, Period: 3600 })]);
    expect(alarmsOn('Reputation.ComplaintRate')).toEqual([expect.objectContaining({ Threshold: 0.001, Period: 3600 })]);
  });

  it('report alarms of units that no contact was mailed', () => {
    expect(alarmsOn(METRICS.unreachedAlarms)).toEqual([
      expect.objectContaining({ Namespace: METRICS.namespace, Threshold: 0, EvaluationPeriods: 1 }),
    ]);
  });

  it('report alarms of units that a monitoring centre did not take', () => {
    expect(alarmsOn(METRICS.undeliveredAlarms)).toEqual([
      expect.objectContaining({ Namespace: METRICS.namespace, Threshold: 0, EvaluationPeriods: 1 }),
    ]);
  });

  it('report files that units cannot get', () => {
    expect(alarmsOn(METRICS.unusableFiles)).toEqual([
      expect.objectContaining({ Namespace: METRICS.namespace, Threshold: 0, EvaluationPeriods: 1 }),
    ]);
  });

  it('report a probe that fails, or does not run, if there is one', () => {
    expect(alarmsOn(METRICS.probe)).toEqual([]);
    const ofProbe = whole.of('Observability', 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
    const parts = ofProbe.filter(({ MetricName }) => MetricName === METRICS.probe);
    expect(parts).toHaveLength(PROBE.parts.length);
    for (const alarm of parts)
      expect(alarm).toMatchObject({
        Statistic: 'Minimum',
        ComparisonOperator: 'LessThanThreshold',
        Threshold: 1,
        TreatMissingData: 'breaching',
        Period: PROBE.everyMinutes * 60,
      });
  });

  it('go to the topic that mails the operators', () => {
    for (const { AlarmActions, OKActions } of alarms()) {
      expect(AlarmActions).toEqual([{ Ref: expect.stringContaining('AlarmsTopic') }]);
      expect(OKActions).toEqual(AlarmActions);
    }
    expect(portal.only('Observability', 'AWS::SNS::Subscription').Properties).toMatchObject({
      Protocol: 'email',
      Endpoint: PRODUCTION.alarmAddress,
    });
  });
});

/** CloudWatch has these only for the whole account. */
const OF_THE_ACCOUNT = ['UnreservedConcurrentExecutions', 'Reputation.BounceRate', 'Reputation.ComplaintRate'];
interface Watched {
  Namespace: string;
  MetricName: string;
  Dimensions?: { Name: string; Value: unknown }[];
}

/** The metrics of all alarms and of scaling. */
const watchedBy = (stage: Portal): Watched[] => [
  ...stage.all('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties as unknown as Watched),
  ...stage
    .all('AWS::ApplicationAutoScaling::ScalingPolicy')
    .flatMap(
      ({ Properties }) => Properties.TargetTrackingScalingPolicyConfiguration.CustomizedMetricSpecification ?? [],
    ),
];

describe.each([
  ['production', portal],
  ['dev', elsewhere],
])('two stages in one account: %s', (name, stage) => {
  const isOfStage = ({ Value }: { Value: unknown }) => typeof Value === 'object' || String(Value).includes(name);

  it('watches only its own resources', () => {
    const watched = watchedBy(stage).filter(({ MetricName }) => !OF_THE_ACCOUNT.includes(MetricName));
    expect(watched.length).toBeGreaterThan(80);
    for (const { MetricName, Dimensions = [] } of watched) expect(Dimensions.some(isOfStage), MetricName).toBe(true);
  });

  it('names the stage in each metric of ours', () => {
    const ours = watchedBy(stage).filter(({ Namespace }) => Namespace === METRICS.namespace);
    expect(ours.length).toBeGreaterThan(0);
    for (const { Dimensions } of ours) expect(Dimensions).toContainEqual({ Name: 'stage', Value: name });
    const { MetricName } = stage.only('Firewall', 'AWS::WAFv2::WebACL').Properties.VisibilityConfig;
    expect(MetricName).toBe(`watchkeep-${name}`);
  });
});

/** The service that publishes to a topic for each type of resource that names the topic. */
const PUBLISHERS: Readonly<Record<string, string>> = { 'AWS::CloudWatch::Alarm': 'cloudwatch.amazonaws.com' };
const NOT_PUBLISHING = ['AWS::SNS::TopicPolicy', 'AWS::SNS::Subscription'];

describe('topics, in every stack', () => {
  const topics = (stage: Portal) =>
    stage.names.flatMap((stack) =>
      stage.of(stack as StackName, 'AWS::SNS::Topic').map(([id]) => [stack as StackName, id] as const),
    );

  it.each([
    ['production', portal],
    ['dev', elsewhere],
  ])('let exactly the services publish that name them, for this account, over TLS only: %s', (_, stage) => {
    expect(topics(stage).length).toBeGreaterThan(0);
    for (const [stack, topic] of topics(stage)) {
      const naming = stage
        .resources()
        .filter(
          ({ Type, Properties }) =>
            JSON.stringify(Properties ?? {}).includes(`"${topic}"`) && !NOT_PUBLISHING.includes(Type),
        )
        .map(({ Type }) => PUBLISHERS[Type] ?? `the unknown publisher of a ${Type}`);
      const statements = stage
        .of(stack, 'AWS::SNS::TopicPolicy')
        .filter(([, { Properties }]) => JSON.stringify(Properties.Topics).includes(`"${topic}"`))
        .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
      const allowed = statements.filter(({ Effect }) => Effect === 'Allow');
      expect(allowed.map(({ Principal }) => Principal.Service).sort()).toEqual([...new Set(naming)].sort());
      for (const { Action, Resource, Condition } of allowed) {
        expect([Action, Resource]).toEqual(['sns:Publish', { Ref: topic }]);
        expect(Condition).toEqual({ StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } });
      }
      expect(statements).toContainEqual(
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      );
    }
  });
});

describe('the dashboard', () => {
  it('shows the API, the functions, the queues and the bridge', () => {
    const body = JSON.stringify(portal.only('Observability', 'AWS::CloudWatch::Dashboard').Properties.DashboardBody);
    for (const title of ['API latency', 'p95 by area', 'Errors', 'Waiting longest', 'Units by bridge task'])
      expect(body).toContain(title);
  });
});

describe('cdk-nag', () => {
  it.each([
    ['production', portal],
    ['dev, without the bridge, elsewhere', elsewhere],
    ['the whole specification, with the probe', whole],
  ])('finds nothing without an explanation beside its resource: %s', (_, { findings }) => {
    expect(findings).toEqual([]);
  });
});

describe('cdk synth', () => {
  it('warns of nothing but a production stage that is not protected', () => {
    expect(elsewhere.warnings).toEqual([]);
    expect(portal.warnings).toEqual([expect.stringMatching(/^Anybody with the rights can delete this stack/)]);
  });
});
