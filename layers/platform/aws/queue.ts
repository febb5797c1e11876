import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { correlationId } from '#data/kit/correlation.ts';
import { withRequestTimeout } from '#data/kit/request-timeout.ts';
import { messageBody } from './message-body.ts';

const sqs = new SQSClient(withRequestTimeout());

/** Sends a message as JSON, visible after `delaySeconds` (at most 900), with the correlation id. */
export async function sendMessage(QueueUrl: string, message: object, delaySeconds = 0): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl,
      DelaySeconds: delaySeconds,
      MessageBody: messageBody(message),
      MessageAttributes: { correlationId: { DataType: 'String', StringValue: correlationId() } },
    }),
  );
}
