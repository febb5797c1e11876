import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { correlationId } from './correlation.ts';

const sqs = new SQSClient({});

/** Sends a message as JSON; it carries the correlation id on. */
export async function sendMessage(QueueUrl: string, message: object): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl,
      MessageBody: JSON.stringify(message),
      MessageAttributes: { correlationId: { DataType: 'String', StringValue: correlationId() } },
    }),
  );
}
