import { UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { client, TABLE, tableName } from '#data/kit/table.ts';
import { streamSource } from '#local/streams/source.ts';
import { lambdaRecord } from '#local/streams/stream-event.ts';
import '#support/table.ts';

// A file that imports this has a stream from its first write on: DynamoDB Local cannot read a stream without records.
await client.send(
  new UpdateTableCommand({
    TableName: tableName(),
    StreamSpecification: { StreamEnabled: true, StreamViewType: TABLE.streamView },
  }),
);

const REGION = 'us-east-1';

/** Sets the age by the test's clock, which may be an hour ahead: an hour-old change is handled differently. */
const asNew = (record: DynamoDBRecord): DynamoDBRecord => ({
  ...record,
  dynamodb: { ...record.dynamodb, ApproximateCreationDateTime: Date.now() / 1000 },
});

/** A reader of the table's stream from now on: each call of `next` returns the changes since the previous call. */
export async function aStreamReader() {
  const source = streamSource(process.env.AWS_ENDPOINT_URL_DYNAMODB!, REGION);
  const streamArn = (await source.streamArn(tableName()))!;
  const [shard] = await source.shards(streamArn);
  let iterator = await source.iterator(streamArn, shard!.ShardId!, {});

  async function next(): Promise<DynamoDBRecord[]> {
    const records: DynamoDBRecord[] = [];
    for (;;) {
      const page = await source.page(iterator!, 1000);
      records.push(...page.records.map((record) => asNew(lambdaRecord(record, streamArn, REGION))));
      iterator = page.next;
      if (page.records.length === 0) return records;
    }
  }

  await next();
  return { next };
}
