import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { deliver } from '#local/streams/deliver.ts';

const record = (SequenceNumber: string): DynamoDBRecord => ({
  dynamodb: { SequenceNumber, ApproximateCreationDateTime: Date.now() / 1000 },
});

describe('a change on which the function fails', () => {
  it('is retried until it is too old, then given up, and blocks nothing any more', async () => {
    const followed: string[] = [];
    const givenUp: string[] = [];
    let tries = 0;
    const began = Date.now();
    await deliver([record('1'), record('2'), record('3')], {
      async invoke({ Records }) {
        const failing = Records.find(({ dynamodb }) => dynamodb?.SequenceNumber === '2');
        if (failing) tries += 1;
        return { batchItemFailures: failing ? [{ itemIdentifier: '2' }] : [] };
      },
      maximumRetryAttempts: Number.POSITIVE_INFINITY,
      maximumRecordAgeSeconds: 1,
      bisectBatchOnError: true,
      retryMilliseconds: 20,
      onDone: async (records) => void followed.push(...records.map(({ dynamodb }) => dynamodb!.SequenceNumber!)),
      onGivenUp: async (records) => void givenUp.push(...records.map(({ dynamodb }) => dynamodb!.SequenceNumber!)),
      onError: () => {},
      stopped: new AbortController().signal,
    });
    expect(givenUp).toEqual(['2']);
    expect(followed).toEqual(['1', '3']);
    expect(Date.now() - began).toBeGreaterThanOrEqual(950);
    expect(tries).toBeGreaterThan(5);
  });
});
