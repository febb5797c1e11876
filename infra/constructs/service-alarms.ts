import { Duration } from 'aws-cdk-lib';
import { MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { TABLE } from '#data/kit/table.ts';
import { type Alarms, metricOf } from './alarms.ts';
import type { LiveApi } from './live-api.ts';
import type { Reminders } from './reminders.ts';
import type { Table } from './table.ts';

/** Lambda runs this many calls of an account at once, unless the account is new ("Lambda quotas"). */
const ACCOUNT_CONCURRENCY = 1000;
/** SES reviews an account above 5 % bounces or 0.1 % complaints, and pauses it above 10 % and 0.5 % ("Sending review process FAQs"). */
const MAX_BOUNCES = 0.05;
const MAX_COMPLAINTS = 0.001;

/** A table on demand throttles a partition above 1,000 writes or 3,000 reads a second, and the table above twice its previous peak. */
export function watchTable(alarms: Alarms, { name }: Table): void {
  const places = [{}, ...TABLE.indexes.map((index) => ({ GlobalSecondaryIndexName: index }))];
  for (const [kind, what] of [
    ['ReadThrottleEvents', 'reads'],
    ['WriteThrottleEvents', 'writes'],
  ] as const) {
    const usingMetrics = Object.fromEntries(
      places.map((index, at) => [`m${at}`, metricOf('AWS/DynamoDB', kind, { TableName: name, ...index })]),
    );
    alarms.raise(`table-throttles-${what}`, {
      metric: new MathExpression({ expression: 'SUM(METRICS())', usingMetrics }),
      above: 0,
      minutes: 3,
      meaning: `DynamoDB throttles ${what} of the table or an index: find the busy key with CloudWatch Contributor Insights.`,
    });
  }
}

/** Reminders that EventBridge Scheduler did not send to their queue. */
export function watchSchedules(alarms: Alarms, { group }: Reminders): void {
  for (const [name, metric, meaning] of [
    ['dropped', group.metricDropped(), 'Schedules were given up: their reminders are not sent.'],
    ['refused', group.metricTargetErrors(), 'The reminder queue refuses schedules: may their role still send to it?'],
    ['lost', group.metricFailedToBeSentToDLQ(), 'Schedules that were given up are in no dead-letter queue either.'],
  ] as const)
    alarms.raise(`schedules-${name}`, { metric: metric.with({ statistic: 'Sum' }), above: 0, meaning });
}

export function watchLive(alarms: Alarms, { api, stage }: LiveApi): void {
  const ofLive = (name: string) => metricOf('AWS/ApiGateway', name, { ApiId: api.apiId, Stage: stage.stageName });
  for (const name of ['IntegrationError', 'ExecutionError'])
    alarms.raise(`live-${name}`, {
      metric: ofLive(name),
      above: 0,
      minutes: 3,
      among: 10,
      meaning:
        'Messages of browsers fail at API Gateway or at their function. The access log of the WebSocket API has them.',
    });
  alarms.raise('live-refuses', {
    metric: new MathExpression({
      expression: 'IF(connects + messages > 100, 100 * refused / (connects + messages), 0)',
      usingMetrics: {
        connects: ofLive('ConnectCount'),
        messages: ofLive('MessageCount'),
        refused: ofLive('ClientError'),
      },
    }),
    above: 5,
    minutes: 5,
    meaning: 'API Gateway refuses more than 5 % of the calls of browsers on live connections.',
  });
}

/** The reputation of the account at SES, which pauses all mails if it is bad. */
export function watchMail(alarms: Alarms): void {
  const reputation = (name: string): Metric => metricOf('AWS/SES', `Reputation.${name}`, {}, 'Average');
  for (const [name, metric, above] of [
    ['bounces', reputation('BounceRate'), MAX_BOUNCES],
    ['complaints', reputation('ComplaintRate'), MAX_COMPLAINTS],
  ] as const)
    alarms.raise(`mail-${name}`, {
      metric,
      above,
      every: Duration.hours(1),
      meaning: `More than ${above * 100} % of the account's mails end as ${name}. SES pauses accounts with such mails: find their senders in the SES console.`,
    });
}

export function watchConcurrency(alarms: Alarms): void {
  alarms.raise('concurrency-nearly-used', {
    metric: metricOf('AWS/Lambda', 'ConcurrentExecutions', {}, 'Maximum'),
    above: ACCOUNT_CONCURRENCY * 0.8,
    minutes: 3,
    meaning: `The functions of the account use more than 80 % of ${ACCOUNT_CONCURRENCY} concurrent calls. Above the quota, calls are refused: ask for more (docs/deploy.md).`,
  });
}
