import { randomUUID } from 'node:crypto';
import type { DynamoDBRecord } from 'aws-lambda';
import { sequenceNumber } from './deliver.ts';

/** The message that Lambda sends to a stream's dead-letter queue (Lambda Developer Guide, DynamoDB, on-failure destinations). */
export interface GivenUp {
  requestContext: { requestId: string; functionArn: string; condition: string; approximateInvokeCount: number };
  responseContext: { statusCode: number; executedVersion: string; functionError: string };
  version: '1.0';
  timestamp: string;
  DDBStreamBatchInfo: {
    shardId: string;
    startSequenceNumber: string;
    endSequenceNumber: string;
    approximateArrivalOfFirstRecord: string;
    approximateArrivalOfLastRecord: string;
    batchSize: number;
    streamArn: string;
  };
}

interface Input {
  functionName: string;
  shardId: string;
  records: DynamoDBRecord[];
  tries: number;
  error: unknown;
  region: string;
}

export function givenUpMessage({ functionName, shardId, records, tries, error, region }: Input): GivenUp {
  const first = records[0]!;
  const last = records.at(-1)!;
  return {
    requestContext: {
      requestId: randomUUID(),
      functionArn: `arn:aws:lambda:${region}:000000000000:function:${functionName}`,
      condition: 'RetryAttemptsExhausted',
      approximateInvokeCount: tries,
    },
    responseContext: {
      statusCode: 200,
      executedVersion: '$LATEST',
      functionError: error instanceof Error ? error.message : 'Unhandled',
    },
    version: '1.0',
    timestamp: new Date().toISOString(),
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: sequenceNumber(first),
      endSequenceNumber: sequenceNumber(last),
      approximateArrivalOfFirstRecord: arrival(first),
      approximateArrivalOfLastRecord: arrival(last),
      batchSize: records.length,
      streamArn: first.eventSourceARN!,
    },
  };
}

const arrival = (record: DynamoDBRecord) =>
  new Date((record.dynamodb?.ApproximateCreationDateTime ?? 0) * 1000).toISOString();
