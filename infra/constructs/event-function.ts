import { Duration, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { Construct } from 'constructs';
import { FOLLOWED_ENTITIES } from '#data/followed.ts';
import { ENTITY_ATTRIBUTE } from '#data/kit/table-change.ts';
import { TABLE_STREAM } from '../wiring.ts';
import { acknowledgeWildcard } from './acknowledge.ts';
import { PortalFunction, type PortalFunctionProps } from './portal-function.ts';
import type { DeadLetters, Queue } from './queue.ts';
import type { Table } from './table.ts';

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

  /** Receives the changes of the followed entities, in order per item. */
  follow({ table }: Table, deadLetters: DeadLetters): void {
    this.function.addEventSource(
      new DynamoEventSource(table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: TABLE_STREAM.batchSize,
        bisectBatchOnError: TABLE_STREAM.bisectBatchOnError,
        parallelizationFactor: TABLE_STREAM.parallelizationFactor,
        // Retries end by age, not by number.
        maxRecordAge: Duration.hours(TABLE_STREAM.maximumRecordAgeHours),
        reportBatchItemFailures: true,
        onFailure: new SqsDlq(deadLetters.queue),
        // Lambda delivers a record that matches any filter: a new or changed item by the first one, a deleted item by the second.
        filters: ['NewImage', 'OldImage'].map((image) =>
          FilterCriteria.filter({ dynamodb: { [image]: { [ENTITY_ATTRIBUTE]: { S: [...FOLLOWED_ENTITIES] } } } }),
        ),
      }),
    );
  }
}
