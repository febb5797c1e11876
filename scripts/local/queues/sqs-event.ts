import type { Message, MessageAttributeValue } from '@aws-sdk/client-sqs';
import type { SQSMessageAttribute, SQSRecord } from 'aws-lambda';

export interface QueueAddress {
  endpoint: string;
  arn: string;
  region: string;
}

/** The parts of a queue's URL, `http://host:port/account/name`. */
export function queueFromUrl(queueUrl: string, region: string): QueueAddress {
  const { origin, pathname } = new URL(queueUrl);
  const [account, name] = pathname.split('/').filter(Boolean);
  return { endpoint: origin, arn: `arn:aws:sqs:${region}:${account}:${name}`, region };
}

/** One message in the event of a Lambda function. */
export function sqsRecord(message: Message, { arn, region }: QueueAddress): SQSRecord {
  return {
    messageId: message.MessageId!,
    receiptHandle: message.ReceiptHandle!,
    body: message.Body ?? '',
    attributes: message.Attributes as unknown as SQSRecord['attributes'],
    messageAttributes: Object.fromEntries(
      Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [name, messageAttribute(value)]),
    ),
    md5OfBody: message.MD5OfBody!,
    ...(message.MD5OfMessageAttributes ? { md5OfMessageAttributes: message.MD5OfMessageAttributes } : {}),
    eventSource: 'aws:sqs',
    eventSourceARN: arn,
    awsRegion: region,
  };
}

function messageAttribute({ DataType, StringValue, BinaryValue }: MessageAttributeValue): SQSMessageAttribute {
  return {
    dataType: DataType as SQSMessageAttribute['dataType'],
    ...(StringValue === undefined ? {} : { stringValue: StringValue }),
    ...(BinaryValue === undefined ? {} : { binaryValue: Buffer.from(BinaryValue).toString('base64') }),
    stringListValues: [],
    binaryListValues: [],
  };
}
