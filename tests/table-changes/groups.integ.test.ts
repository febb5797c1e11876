import { type SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FLEET } from '#core/dealer-settings/mail-series.ts';
import { instant, MINUTE } from '#core/time.ts';
import { BulkActionEntity } from '#data/bulk-actions/bulk-actions.ts';
import { MailSeriesEntity } from '#data/dealer-settings/mail-series.ts';
import { EventEntity, logItem } from '#data/history/unit-log.ts';
import { MonitoringCenterEntity } from '#data/monitoring-centers/centers.ts';
import { DealerCenterEntity } from '#data/monitoring-centers/centers-of-dealers.ts';
import { ReceiverEntity } from '#data/monitoring-centers/receivers.ts';
import { itemOf } from '#scripts/seed/write.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';

// SQS shares the queue of reactions fairly between the groups of its messages. Only AWS does that, so these tests look at what it is sent.

await someDealers();
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

describe('what a reaction sends on', () => {
  const due = { UnitSerNum: '400220', iccid: '1' };
  it.each([
    ['test a receiver with new settings', { mcKey: 'centre-1', version: 2 }, 'centre-1'],
    ['deactivate a marked SIM', { work: 'deactivate', ...due }, '400220'],
    [
      'end the mark of a command that was not carried out',
      { work: 'endMark', UnitSerNum: due.UnitSerNum, commandId: 'console-1' },
      due.UnitSerNum,
    ],
    ['read a SIM whose carrier was asked', { work: 'read', ...due, since: 1, round: 1 }, '400220'],
    ['start a part of a bulk schedule', { schedule: 's', part: '1', by: 'user-7' }, 'user-7'],
    ['begin a dealer move', { moveId: 'move-1' }, 'move-1'],
  ])('is in a group of its own: %s', async (reaction, message, group) => {
    const body = JSON.stringify({ reaction, message });
    await invoke('on-reaction', { Records: [{ messageId: '1', body, messageAttributes: {} }] });
    expect(send.mock.calls.map(([command]) => (command as SendMessageCommand).input.MessageGroupId)).toEqual([group]);
  });

  it('is in the group of its monitoring centre: an alarm, from its first round on', async () => {
    const unit = await aUnit({ dealer: 220 });
    const now = instant(Date.now());
    const center = {
      DealerKey: 22,
      id: `slow-${unit.UnitSerNum}`,
      version: 1,
      name: 'Slow',
      protocol: 1,
      status: 2,
    } as const;
    await MonitoringCenterEntity.put(center).go();
    await DealerCenterEntity.put({ mcKey: center.id, DealerKey: 220, OwnerKey: 22 }).go();
    await ReceiverEntity.put({
      ...{ mcKey: center.id, OwnerKey: 22, version: 1, kind: 'dc09', main: 'a.example:1', second: '' },
      ...{ accountPrefix: '', secretSince: now, tests: {} },
    }).go();
    const content = { timeStamp: now, receivedAt: now, sequence: 1, eventType: 'Event 101' };
    const message = { UnitSerNum: unit.UnitSerNum, place: `${now}~1-1`, content };
    const body = JSON.stringify({ reaction: 'deliver an alarm to monitoring centres', message });
    await invoke('on-reaction', { Records: [{ messageId: '1', body, messageAttributes: {} }] });
    expect(send.mock.calls.map(([command]) => (command as SendMessageCommand).input.MessageGroupId)).toEqual([
      center.id,
    ]);
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
