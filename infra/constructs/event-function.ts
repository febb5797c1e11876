import { Duration, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterCriteria, FilterRule, MetricType, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { Construct } from 'constructs';
import { FOLLOWED_ENTITIES } from '#data/followed.ts';
import { keyPrefixOf, ONLY_ADDED, TABLE } from '#data/kit/table.ts';
import { ENTITY_ATTRIBUTE } from '#data/kit/table-change.ts';
import { TABLE_STREAM } from '../wiring.ts';
import { acknowledgeWildcard } from './acknowledge.ts';
import { PortalFunction, type PortalFunctionProps } from './portal-function.ts';
import type { DeadLetters, Queue } from './queue.ts';
import type { Table } from './table.ts';

const isFollowed = { [ENTITY_ATTRIBUTE]: { S: [...FOLLOWED_ENTITIES] } };
/**
 * Lambda delivers a record that matches any pattern: a new or changed item of a followed entity, a deleted one, or an item of a group of
 * which items are only added that was there before. The last pattern matches no item before the first ones expire. Filters can use the key `dynamodb` only
 * ("Using event filtering with a DynamoDB event source"), so they cannot tell an expiry from a deletion.
 */
const FOLLOWED_CHANGES = [
  { NewImage: isFollowed },
  { OldImage: isFollowed },
  {
    OldImage: { [TABLE.partitionKey]: { S: ONLY_ADDED.flatMap((group) => FilterRule.beginsWith(keyPrefixOf(group))) } },
  },
];

/** A function that an event calls, not a browser. */
export class EventFunction extends PortalFunction {
  constructor(scope: Construct, id: string, props: Omit<PortalFunctionProps, 'mode'>) {
    super(scope, id, { ...props, mode: 'write' });
  }

  /** Consumes the queue's messages. Only failed messages are delivered again. */
  consume({ queue, wiring: { batchSize, maximumConcurrency } }: Queue): void {
    this.function.addEventSource(
      new SqsEventSource(queue, {
        batchSize,
        reportBatchItemFailures: true,
        maxConcurrency: maximumConcurrency,
      }),
    );
  }

  /** Runs on a schedule. A run that fails is not repeated: the next one follows soon. */
  runEvery(minutes: number): void {
    const rate = ScheduleExpression.rate(Duration.minutes(minutes));
    const role = new Role(this, 'ScheduleRole', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    });
    new Schedule(this, 'Schedule', {
      schedule: rate,
      target: new LambdaInvoke(this.function, { role, retryAttempts: 0 }),
    });
    acknowledgeWildcard(role, `${this.function.functionArn}:*`, 'CDK permits the versions of the function too.');
  }

  /** Receives the changes of the followed entities, in order per item. Returns the id of the mapping from the stream. */
  follow({ table }: Table, deadLetters: DeadLetters): string {
    const source = new DynamoEventSource(table, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: TABLE_STREAM.batchSize,
      bisectBatchOnError: TABLE_STREAM.bisectBatchOnError,
      parallelizationFactor: TABLE_STREAM.parallelizationFactor,
      // Retries end by age, not by number.
      maxRecordAge: Duration.hours(TABLE_STREAM.maximumRecordAgeHours),
      reportBatchItemFailures: true,
      onFailure: new SqsDlq(deadLetters.queue),
      filters: FOLLOWED_CHANGES.map((dynamodb) => FilterCriteria.filter({ dynamodb })),
      metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
    });
    this.function.addEventSource(source);
    return source.eventSourceMappingId;
  }
}
