import { Duration, Stack } from 'aws-cdk-lib';
import { type Alarm, ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

const MINUTE = Duration.minutes(1);

/** The share of a limit above which it is nearly reached. */
export const NEARLY = 0.8;

export interface AlarmProps {
  metric: Metric;
  /** For the person on call: what is wrong and where to look first. */
  meaning: string;
  above?: number;
  below?: number;
  /** The number of minutes that must breach the threshold. */
  minutes?: number;
  /** The window in which `minutes` must breach; absent if they must follow each other. */
  among?: number;
  /** The period of the metric, if it is not a minute. `minutes` and `among` then count such periods. */
  every?: Duration;
}

/** The alarms and the topic that they are sent to. */
export class Alarms extends Construct {
  readonly topic: Topic;
  readonly all: Alarm[] = [];
  readonly #stage: string;

  constructor(scope: Construct, id: string, { stage, alarmAddress }: Settings) {
    super(scope, id);
    this.#stage = stage;
    // Alarms contain no secrets. CloudWatch cannot publish to a topic that is encrypted with the key of SNS.
    this.topic = new Topic(this, 'Topic', { displayName: 'Watchkeep', enforceSSL: true });
    // The policy that enforces TLS replaces the default policy of SNS, which would let the account's alarms publish.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (alarmAddress) this.topic.addSubscription(new EmailSubscription(alarmAddress));
  }

  raise(
    name: string,
    { metric, meaning, above, below, minutes = 1, among = minutes, every = MINUTE }: AlarmProps,
  ): void {
    const alarm = metric.with({ period: every }).createAlarm(this, name, {
      // The name in docs/deploy.md. Its mails have no other.
      alarmName: `watchkeep-${this.#stage}-${name}`,
      alarmDescription: meaning,
      threshold: above ?? below ?? 0,
      comparisonOperator:
        below === undefined ? ComparisonOperator.GREATER_THAN_THRESHOLD : ComparisonOperator.LESS_THAN_THRESHOLD,
      evaluationPeriods: among,
      datapointsToAlarm: minutes,
      // Functions and queues without work send no data. A metric with a lower bound must always have data.
      treatMissingData: below === undefined ? TreatMissingData.NOT_BREACHING : TreatMissingData.BREACHING,
    });
    const action = new SnsAction(this.topic);
    alarm.addAlarmAction(action);
    alarm.addOkAction(action);
    this.all.push(alarm);
  }
}

/** A metric of an AWS service, by its own names. */
export const metricOf = (
  namespace: string,
  metricName: string,
  dimensionsMap: Record<string, string>,
  statistic = 'Sum',
): Metric => new Metric({ namespace, metricName, dimensionsMap, statistic, period: MINUTE });
