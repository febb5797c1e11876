import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type _Record as Record,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import { localClient } from '../aws.ts';
import type { ShardProgress } from './progress.ts';

export interface Page {
  records: Record[];
  /** Absent if the shard has ended. */
  next: string | undefined;
}

/** The calls for reading a table's stream. */
export function streamSource(endpoint: string, region: string) {
  const table = new DynamoDBClient(localClient(endpoint, region));
  const streams = new DynamoDBStreamsClient(localClient(endpoint, region));

  return {
    /** Undefined while there is no such table, or it has no stream. */
    async streamArn(tableName: string): Promise<string | undefined> {
      try {
        const { Table } = await table.send(new DescribeTableCommand({ TableName: tableName }));
        return Table?.LatestStreamArn;
      } catch (error) {
        if ((error as Error).name === 'ResourceNotFoundException') return undefined;
        throw error;
      }
    },

    async shards(streamArn: string): Promise<Shard[]> {
      const shards: Shard[] = [];
      let last: string | undefined;
      do {
        const { StreamDescription } = await streams.send(
          new DescribeStreamCommand({ StreamArn: streamArn, ExclusiveStartShardId: last }),
        );
        shards.push(...(StreamDescription?.Shards ?? []));
        last = StreamDescription?.LastEvaluatedShardId;
      } while (last !== undefined);
      return shards;
    },

    /** The position to continue in a shard: its oldest record if nothing was read, or if the read records are deleted. */
    async iterator(streamArn: string, shardId: string, { after }: ShardProgress): Promise<string | undefined> {
      const at = { StreamArn: streamArn, ShardId: shardId };
      const oldest = () => streams.send(new GetShardIteratorCommand({ ...at, ShardIteratorType: 'TRIM_HORIZON' }));
      if (after === undefined) return (await oldest()).ShardIterator;
      try {
        const reply = await streams.send(
          new GetShardIteratorCommand({ ...at, ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after }),
        );
        return reply.ShardIterator;
      } catch (error) {
        if ((error as Error).name !== 'TrimmedDataAccessException') throw error;
        return (await oldest()).ShardIterator;
      }
    },

    async page(iterator: string, limit: number): Promise<Page> {
      const reply = await streams.send(new GetRecordsCommand({ ShardIterator: iterator, Limit: limit }));
      return { records: reply.Records ?? [], next: reply.NextShardIterator };
    },

    close() {
      table.destroy();
      streams.destroy();
    },
  };
}

export type StreamSource = ReturnType<typeof streamSource>;
