import { type SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FLEET } from '#core/dealer-settings/mail-series.ts';
import { instant, MINUTE } from '#core/time.ts';
import { BulkActionEntity } from '#data/bulk-actions/bulk-actions.ts';
import { MailSeriesEntity } from '#data/dealer-settings/mail-series.ts';
import { EventEntity, logItem } from '#data/history/unit-log.ts';
import { itemOf } from '#scripts/seed/write.ts';
import { invoke } from '#support/invoke.ts';

// SQS shares the queue of reactions fairly between the groups of its messages. Only AWS does that, so these tests look at what it is sent.

const send = vi.spyOn(SQSClient.prototype, 'send');
beforeEach(() => {
  process.env.REACTION_QUEUE_URL = 'http://localhost/1/reaction';
  send.mockReset();
  send.mockImplementation(async () => ({}));
});

/** What SQS is sent for a new item. */
async function sentFor(item: Record<string, unknown>) {
  const record = { dynamodb: { NewImage: marshall(item), SequenceNumber: '1' } } as unknown as DynamoDBRecord;
  expect(await invoke('on-table-change', { Records: [record] })).toEqual({ batchItemFailures: [] });
  return send.mock.calls.map(([command]) => (command as SendMessageCommand).input);
}

const anAlarm = (UnitSerNum: string) => {
  const now = instant(Date.now());
  const event = { timeStamp: now, receivedAt: now, sequence: 1, eventType: 'Event 101' };
  return itemOf(EventEntity, logItem('event', UnitSerNum, '1-1', event));
};

const aSeries = (wait: number, about = '400220') =>
  itemOf(MailSeriesEntity, {
    DealerKey: 220,
    reason: 'Emergency',
    about,
    mailed: [],
    collected: { count: 1, first: instant(Date.now()), last: instant(Date.now()), texts: ['Alarm'], wait },
    version: 1,
    expiresAt: 1,
  });

describe('what follows a change', () => {
  it('of a unit belongs to the group of the unit', async () => {
    // The dealer is notified, and monitoring centres get the alarm.
    await sentFor(anAlarm('400220'));
    const sent = await sentFor(aSeries(MINUTE));
    expect(sent.map(({ MessageGroupId }) => MessageGroupId)).toEqual(['400220', '400220', '400220']);
  });

  it('of the mails about a fleet has no group', async () => {
    const [sent] = await sentFor(aSeries(MINUTE, FLEET));
    expect(sent).not.toHaveProperty('MessageGroupId');
  });

  it('of an item with a malformed serial number is sent without a group', async () => {
    const [sent] = await sentFor(anAlarm('no unit'));
    expect(JSON.parse(sent!.MessageBody!)).toMatchObject({ reaction: 'notify of an alarm' });
    expect(sent).not.toHaveProperty('MessageGroupId');
  });

  it('of anything else has no group', async () => {
    const bulkAction = {
      bchKey: 'b',
      action: 'reporting',
      type: 'on',
      UnitModel: 'MXD-LTE',
      attempt: 1,
      total: 1,
      done: 0,
      failed: 0,
      createdAt: instant(Date.now()),
      createdBy: 'x',
      dealerKey: 220,
      dealerPath: '/1/22/220/',
      expiresAt: 1,
    } as const;
    const [sent] = await sentFor(itemOf(BulkActionEntity, bulkAction));
    expect(sent).toBeDefined();
    expect(sent).not.toHaveProperty('MessageGroupId');
  });
});

describe('a mail about what was collected', () => {
  it.each([
    ['waits as long as its collection', MINUTE, 60],
    ['waits no longer than SQS delays', 60 * MINUTE, 900],
    ['is sent at once if it is late', -MINUTE, 0],
  ])('%s', async (_, wait, seconds) => {
    const [sent] = await sentFor(aSeries(wait));
    expect(Math.abs(sent!.DelaySeconds! - seconds)).toBeLessThanOrEqual(1);
  });
});
