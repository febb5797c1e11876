import { Duration } from 'aws-cdk-lib';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { deadLettersOf, type Queue as QueueWiring } from '../wiring.ts';
import { permit } from './acknowledge.ts';

/** The maximum of SQS, so that nobody has to repair dead letters over a weekend. */
const DEAD_LETTER_RETENTION = Duration.days(14);

/** A queue for messages that could not be handled. */
export class DeadLetters extends Construct {
  readonly queue: sqs.Queue;
  readonly name: string;

  constructor(scope: Construct, id: string, name: string) {
    super(scope, id);
    this.name = name;
    this.queue = new sqs.Queue(this, 'Resource', {
      retentionPeriod: DEAD_LETTER_RETENTION,
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      // A dead-letter queue has no dead-letter queue. With this setting cdk-nag accepts that, and still checks all other queues.
      redriveAllowPolicy: { redrivePermission: sqs.RedrivePermission.ALLOW_ALL },
    });
  }

  get arn(): string {
    return this.queue.queueArn;
  }

  grantSend(to: IGrantable): void {
    permitSending(to, this.arn);
  }
}

/** A queue and its dead letters. */
export class Queue extends Construct {
  readonly queue: sqs.Queue;
  readonly deadLetters: DeadLetters;
  readonly wiring: QueueWiring;

  constructor(scope: Construct, id: string, wiring: QueueWiring) {
    super(scope, id);
    this.wiring = wiring;
    this.deadLetters = new DeadLetters(this, 'DeadLetters', deadLettersOf(wiring.name));
    this.queue = new sqs.Queue(this, 'Resource', {
      visibilityTimeout: Duration.seconds(wiring.visibilitySeconds),
      retentionPeriod: DEAD_LETTER_RETENTION,
      encryption: sqs.QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      deadLetterQueue: { queue: this.deadLetters.queue, maxReceiveCount: wiring.maxReceiveCount },
    });
  }

  get name(): QueueWiring['name'] {
    return this.wiring.name;
  }

  get url(): string {
    return this.queue.queueUrl;
  }

  get arn(): string {
    return this.queue.queueArn;
  }

  grantSend(to: IGrantable): void {
    permitSending(to, this.arn);
  }
}

const permitSending = (to: IGrantable, arn: string) => permit(to, ['sqs:SendMessage'], [arn]);
