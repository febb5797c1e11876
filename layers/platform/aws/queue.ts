import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { correlationId } from '#data/kit/correlation.ts';
import { withRequestTimeout } from '#data/kit/request-timeout.ts';
import { messageBody } from './message-body.ts';

const sqs = new SQSClient(withRequestTimeout());

/** The most that SQS delays a message. */
const LONGEST_DELAY_SECONDS = 900;

/**
 * Sends a message as JSON, visible after `delaySeconds`, with the correlation id. While many messages of one `group` are in work, SQS
 * delivers those of others first ("Amazon SQS fair queues").
 */
export async function sendMessage(QueueUrl: string, message: object, delaySeconds = 0, group?: string): Promise<void> {
  await sqs.send(
    new SendMessageCommand({
      QueueUrl,
      DelaySeconds: Math.min(Math.max(0, Math.ceil(delaySeconds)), LONGEST_DELAY_SECONDS),
      ...(group !== undefined && { MessageGroupId: group }),
      MessageBody: messageBody(message),
      MessageAttributes: { correlationId: { DataType: 'String', StringValue: correlationId() } },
    }),
  );
}
