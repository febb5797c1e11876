import { Duration } from 'aws-cdk-lib';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { TABLE } from '#data/kit/table.ts';
import { dimensionsOf, METRICS } from '#platform/aws/measures.ts';
import { ACCOUNT_CONCURRENCY } from '../concurrency.ts';
import type { Settings } from '../settings.ts';
import { PROBE, TABLE_STREAM } from '../wiring.ts';
import { type Alarms, metricOf, NEARLY } from './alarms.ts';
import type { LiveApi } from './live-api.ts';
import type { PortalFunction } from './portal-function.ts';
import type { Reminders } from './reminders.ts';
import type { Table } from './table.ts';

/** SES reviews an account above 5 % bounces or 0.1 % complaints, and pauses it above 10 % and 0.5 % ("Sending review process FAQs"). */
const MAX_BOUNCES = 0.05;
const MAX_COMPLAINTS = 0.001;

/** A table on demand throttles a partition above 1,000 writes or 3,000 reads a second, and the table above twice its previous peak. */
export function watchTable(alarms: Alarms, { name }: Table): void {
  for (const index of [undefined, ...TABLE.indexes])
    for (const [metric, what] of [
      ['ReadThrottleEvents', 'reads'],
      ['WriteThrottleEvents', 'writes'],
    ] as const)
      alarms.raise(`${index ?? 'table'}-throttles-${what}`, {
        metric: metricOf('AWS/DynamoDB', metric, {
          TableName: name,
          ...(index && { GlobalSecondaryIndexName: index }),
        }),
        above: 0,
        minutes: 3,
        meaning: `DynamoDB throttles ${what} of ${index ?? 'the table'}: find the busy key with CloudWatch Contributor Insights.`,
      });
}

export function watchAudit(alarms: Alarms, { stage }: Settings): void {
  alarms.raise('audit-changed', {
    metric: metricOf(METRICS.namespace, METRICS.changedEntries, dimensionsOf(stage)),
    above: 0,
    meaning: `Entries of the audit were changed or deleted, which the portal never does. The log of ${TABLE_STREAM.consumer} has their keys: docs/deploy.md.`,
  });
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

/** Browsers connect again with a new ticket after a refusal, so a few are usual when a deployment ends. */
const MAX_REFUSED_A_MINUTE = 50;

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
    metric: ofLive('ClientError'),
    above: MAX_REFUSED_A_MINUTE,
    minutes: 5,
    meaning: `API Gateway refuses more than ${MAX_REFUSED_A_MINUTE} calls of browsers a minute on live connections.`,
  });
}

/** Alarms of units that nobody is mailed, and the reputation of the account at SES, which pauses all mails if it is bad. */
export function watchMail(alarms: Alarms, { stage }: Settings): void {
  alarms.raise('mail-reaches-nobody', {
    metric: metricOf(METRICS.namespace, METRICS.unreachedAlarms, dimensionsOf(stage)),
    above: 0,
    meaning:
      'Units raised alarms, and no contact of their dealer has confirmed its address, so nobody was mailed. The log of on-alarm-reaction has the dealers: call them.',
  });
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

/** Alarms of units that a monitoring centre has not taken in time. */
export function watchDeliveries(alarms: Alarms, { stage }: Settings): void {
  alarms.raise('alarms-not-delivered', {
    metric: metricOf(METRICS.namespace, METRICS.undeliveredAlarms, dimensionsOf(stage)),
    above: 0,
    meaning:
      'Monitoring centres did not take alarms of units, at either address. The logs of on-alarm-reaction and on-reaction have units and centres: call the centres.',
  });
}

export function watchFiles(alarms: Alarms, { stage }: Settings): void {
  alarms.raise('files-unusable', {
    metric: metricOf(METRICS.namespace, METRICS.unusableFiles, dimensionsOf(stage)),
    above: 0,
    meaning:
      'Units wait for a file that is gone, or that somebody has changed since it was checked. The log of the bridge has units and errors: docs/deploy.md describes the repair.',
  });
}

/** Functions with reserved concurrency do not share the rest of the account's. */
export function watchConcurrency(alarms: Alarms, functions: readonly PortalFunction[]): void {
  const reserved = functions.reduce((sum, { reservedConcurrency = 0 }) => sum + reservedConcurrency, 0);
  const shared = ACCOUNT_CONCURRENCY - reserved;
  alarms.raise('concurrency-nearly-used', {
    metric: metricOf('AWS/Lambda', 'UnreservedConcurrentExecutions', {}, 'Maximum'),
    above: shared * NEARLY,
    minutes: 3,
    meaning: `The functions of the account use more than ${NEARLY * 100} % of the ${shared} concurrent calls that they share. Above them, calls are refused: ask for more (docs/deploy.md).`,
  });
}

/** Fails after three runs in a row, so that a deployment of the bridge raises no alarm. */
export function watchProbe(alarms: Alarms, { stage }: Settings): void {
  for (const part of PROBE.parts)
    alarms.raise(`probe-${part}`, {
      metric: metricOf(METRICS.namespace, METRICS.probe, { ...dimensionsOf(stage), part }, 'Minimum'),
      below: 1,
      minutes: 3,
      every: Duration.minutes(PROBE.everyMinutes),
      meaning: `The probe fails, or does not run: ${part}. The log of ${PROBE.consumer} has the reason.`,
    });
}
