import type { _Record as StreamRecord, AttributeValue as StreamValue } from '@aws-sdk/client-dynamodb-streams';
import type { AttributeValue, DynamoDBRecord } from 'aws-lambda';

/** One change of a table in the event of a Lambda function: binary values in base64, times in seconds. */
export function lambdaRecord(record: StreamRecord, streamArn: string, region: string): DynamoDBRecord {
  const { ApproximateCreationDateTime, Keys, NewImage, OldImage, SequenceNumber, SizeBytes, StreamViewType } =
    record.dynamodb ?? {};
  return {
    eventID: record.eventID!,
    eventName: record.eventName!,
    eventVersion: record.eventVersion ?? '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: region,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor((ApproximateCreationDateTime?.getTime() ?? 0) / 1000),
      ...(Keys ? { Keys: image(Keys) } : {}),
      ...(NewImage ? { NewImage: image(NewImage) } : {}),
      ...(OldImage ? { OldImage: image(OldImage) } : {}),
      SequenceNumber: SequenceNumber!,
      SizeBytes: SizeBytes!,
      StreamViewType: StreamViewType!,
    },
    ...(record.userIdentity
      ? { userIdentity: { type: record.userIdentity.Type, principalId: record.userIdentity.PrincipalId } }
      : {}),
    eventSourceARN: streamArn,
  };
}

const image = (values: Record<string, StreamValue>): Record<string, AttributeValue> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, attribute(value)]));

function attribute(value: StreamValue): AttributeValue {
  if (value.B !== undefined) return { B: base64(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(base64) };
  if (value.L !== undefined) return { L: value.L.map(attribute) };
  if (value.M !== undefined) return { M: image(value.M) };
  return value as AttributeValue;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
