import { CreateQueueCommand, DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, it } from 'vitest';
import { SqsIngest } from '#bridge/adapters/ingest.ts';
import type { IngestMessage } from '#protocol/ingest-message.ts';
import { aBridge, MemoryPorts, TestUnit } from '#support/bridge.ts';

const client = new SQSClient({});
let queueUrl: string;
let queues = 0;

beforeEach(async () => {
  const QueueName = `ingest-test-${process.pid}-${++queues}`;
  await client.send(new CreateQueueCommand({ QueueName }));
  // The emulator names its queues by a host that only the SDK's endpoint resolves.
  queueUrl = new URL(QueueName, process.env.INGEST_QUEUE_URL).href;
});

async function drained(): Promise<IngestMessage[]> {
  const messages: IngestMessage[] = [];
  for (;;) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 0 }),
    );
    if (Messages.length === 0) return messages;
    for (const { Body, ReceiptHandle } of Messages) {
      messages.push(JSON.parse(Body!) as IngestMessage);
      await client.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: ReceiptHandle! }));
    }
  }
}

describe('the ingest queue', () => {
  it('contains each report before the unit gets its acknowledgement', async () => {
    const ports = new MemoryPorts();
    const ingest = new SqsIngest({ client, queueUrl, log: ports.log });
    const bridge = await aBridge({ ...ports, units: ports.units, publisher: ports.publisher, ingest });
    const unit = await TestUnit.loggedIn(bridge);
    for (let count = 0; count < 35; count++) unit.say(unit.event(count));
    await unit.isAcknowledged(36);
    const stored = await drained();
    expect(stored.filter(({ kind }) => kind === 'login')).toHaveLength(1);
    const codes = stored.flatMap((one) =>
      one.kind === 'report' && one.message.type === 'event' ? [one.message.EventCode] : [],
    );
    expect(codes.sort((a, b) => a - b)).toEqual(Array.from({ length: 35 }, (_, index) => index));
    await bridge.close();
  });

  it('accepts texts of units that SQS would reject', async () => {
    const ingest = new SqsIngest({ client, queueUrl, log: () => {} });
    const text = 'noncharacters \uffff\ufffe, control \u0000\u001b, quotes "\\, half \ud800';
    await ingest.put([{ id: 'x', kind: 'report', message: { type: 'info', text } } as never]);
    const [message] = await drained();
    expect(message).toMatchObject({ message: { text } });
  });

  it('accepts messages whose batch of ten would be too large', async () => {
    const ingest = new SqsIngest({ client, queueUrl, log: () => {} });
    const large = Array.from({ length: 10 }, (_, index) => ({ id: `large${index}`, raw: 'x'.repeat(60_000) }) as never);
    await ingest.put(large);
    expect((await drained()).map(({ id }) => id).sort()).toEqual(large.map(({ id }: { id: string }) => id));
  });
});
