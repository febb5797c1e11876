import { randomUUID } from 'node:crypto';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { queueFromUrl, sqsRecord } from '#local/queues/sqs-event.ts';

const sqs = new SQSClient({});

/** A queue of the test's own, so that simultaneous files do not take each other's messages. */
export async function aQueue(): Promise<{ url: string; arn: string }> {
  const name = `test-${randomUUID()}`;
  await sqs.send(new CreateQueueCommand({ QueueName: name }));
  const url = process.env.INGEST_QUEUE_URL!.replace(/[^/]+$/, name);
  return { url, arn: queueFromUrl(url, 'us-east-1').arn };
}

/** How many messages of a queue are delayed. */
export async function delayedIn(QueueUrl: string): Promise<number> {
  const name = 'ApproximateNumberOfMessagesDelayed';
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [name] }));
  return Number(Attributes?.[name]);
}

/** Takes all waiting messages of a queue, as a function gets them. */
export async function takeAll(url: string): Promise<SQSRecord[]> {
  const taken: SQSRecord[] = [];
  for (;;) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: 10,
        MessageAttributeNames: ['All'],
        MessageSystemAttributeNames: ['All'],
      }),
    );
    if (Messages.length === 0) return taken;
    for (const message of Messages) taken.push(await take(url, message));
  }
}

/** Takes one waiting message of a queue, if there is any. */
export async function takeOne(url: string): Promise<SQSRecord[]> {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: 1,
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['All'],
    }),
  );
  return Promise.all(Messages.map((message) => take(url, message)));
}

async function take(url: string, message: Message): Promise<SQSRecord> {
  await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: message.ReceiptHandle! }));
  return sqsRecord(message, queueFromUrl(url, 'us-east-1'));
}

export const eventOf = (...Records: SQSRecord[]): SQSEvent => ({ Records });
