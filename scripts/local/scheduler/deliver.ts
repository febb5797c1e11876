import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { localClient } from '../aws.ts';

/** One message to one queue, given by its ARN. */
export interface QueueMessage {
  queueArn: string;
  body: string;
  attributes?: Record<string, string>;
}

export type Deliver = (message: QueueMessage) => Promise<void>;

/** Sends to the queues behind one SQS endpoint. */
export function deliverToQueues(endpoint: string): Deliver {
  const sqs = new SQSClient(localClient(endpoint));
  return async ({ queueArn, body, attributes = {} }) => {
    const [account, name] = queueArn.split(':').slice(4);
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: `${endpoint}/${account}/${name}`,
        MessageBody: body,
        MessageAttributes: Object.fromEntries(
          Object.entries(attributes).map(([key, value]) => [key, { DataType: 'String', StringValue: value }]),
        ),
      }),
    );
  };
}
