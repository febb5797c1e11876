import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alarmsFirst } from '#bridge/adapters/alarms-first.ts';
import { SqsIngest } from '#bridge/adapters/ingest.ts';
import { dashboard } from '#core/dashboard/contract.ts';
import { eventOf as nameOf } from '#core/monitoring-centers/alarm.ts';
import { RANK } from '#core/monitoring-centers/board.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { HOUR, instant, SECOND } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { expiryOf } from '#data/kit/attributes.ts';
import { BoardRowEntity } from '#data/monitoring-centers/alarms.ts';
import { RECEIVER_KEY, startReceivers } from '#local/receivers/start.ts';
import type { IngestMessage } from '#protocol/ingest-message.ts';
import { itemOf, writeAll } from '#scripts/seed/write.ts';
import { ask } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { aQueue, eventOf, takeOne } from '#support/queue.ts';
import { aStreamReader } from '#support/stream.ts';

// An outage of a carrier ends: many units report within a minute.
const STORM = process.env.TEST_DEPTH === 'deep' ? 10_000 : 1_000;

const sqs = new SQSClient({});
/** The queues between a report and its centre, with their consumers. */
const CONSUMERS = {
  ALARM: 'on-alarm-report',
  INGEST: 'on-unit-report',
  ALARM_REACTION: 'on-alarm-reaction',
  REACTION: 'on-reaction',
  DELIVERY: 'on-delivery',
} as const;
const urlOf = (queue: string) => process.env[`${queue}_QUEUE_URL`]!;
const waitingIn = async (queue: string) => {
  const asked = { QueueUrl: urlOf(queue), AttributeNames: ['ApproximateNumberOfMessages' as const] };
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand(asked));
  return Number(Attributes!.ApproximateNumberOfMessages);
};

const units: UnitRecord[] = [];
let stream: Awaited<ReturnType<typeof aStreamReader>>;
let receivers: Awaited<ReturnType<typeof startReceivers>>;

beforeAll(async () => {
  await someDealers();
  receivers = await startReceivers({ ports: { dc09: 0, webhook: 0 } });
  for (const queue of Object.keys(CONSUMERS)) process.env[`${queue}_QUEUE_URL`] = (await aQueue()).url;
  for (let number = 0; number < 20; number++) units.push(await aUnit({ dealer: 220, UnitModel: 'MXD-LTE', Report: 1 }));
  const as = await aUser({ dealer: 220, flags: ['ADMIN'] });
  const { mcKey } = await ask(monitoringCenters.add, { name: 'Storm', protocol: 3, as });
  await ask(monitoringCenters.update, { mcKey, version: 1, status: 2, as });
  await ask(monitoringCenters.addRemove, { dealerKey: 220, add: [mcKey], as });
  const receiver = { kind: 'dc09', main: receivers.dc09Address, second: '', secret: RECEIVER_KEY } as const;
  await ask(monitoringCenters.setReceiver, { mcKey, version: 0, accountPrefix: '7', ...receiver, as });
  stream = await aStreamReader();
});
afterAll(() => receivers.close());

/** What the bridge hands over of a report. */
const reported = ({ UnitSerNum, UnitModel }: UnitRecord, sequence: number, message: object) =>
  ({
    ...{ version: 1, kind: 'report', id: `${UnitSerNum}-1-${sequence}`, receivedAt: Date.now(), bridgeId: 'b' },
    ...{ raw: '00', UnitSerNum, UnitModel, imei: '356938035643809', bootId: 1, sequence, fence: 1 },
    message: { MessageTime: Date.now(), ...message },
  }) as unknown as IngestMessage;
const PING = {
  ...{ type: 'ping', pingReason: 'Interval', bars: 4, lte: true, chargedPercent: 80, acPower: 1 },
  ...{ lowpower: false, switchPosition: 'On' },
};
/** The supervision of a sensor. */
const SUPERVISION = { type: 'event', EventCode: 381, zone: 3 };

/** One turn of each consumer: it takes one message of its queue. Then follows what changed. Nothing fails. */
async function turn(): Promise<void> {
  for (const [queue, functionName] of Object.entries(CONSUMERS))
    expect(await invoke(functionName, eventOf(...(await takeOne(urlOf(queue)))))).toEqual({ batchItemFailures: [] });
  expect(await invoke('on-table-change', { Records: await stream.next() })).toEqual({ batchItemFailures: [] });
}

describe('a storm of reports', () => {
  it('keeps the alarm that comes last ahead of everything: it is stored, shown and sent first', async () => {
    const client = { client: sqs, log: () => {} };
    const ingest = alarmsFirst(
      new SqsIngest({ ...client, queueUrl: urlOf('ALARM') }),
      new SqsIngest({ ...client, queueUrl: urlOf('INGEST') }),
    );
    const storm = Array.from({ length: STORM }, (_, number) =>
      reported(units[number % units.length]!, number + 1, number % 2 === 0 ? PING : SUPERVISION),
    );
    await ingest.put(storm);
    const [unit] = units as [UnitRecord];
    await ingest.put([reported(unit, STORM + 1, { type: 'event', EventCode: 101, awaitsHandling: true })]);
    // Stored, then told to the centre, then sent: of each queue one message at a time.
    for (let turns = 0; turns < 3; turns++) await turn();
    expect(receivers.received).toMatchObject([{ account: `7${unit.UnitSerNum}` }]);
    const staff = await aUser({ dealer: 220, flags: ['UNIT_EDIT'] });
    const { items } = await ask(monitoringCenters.board, { as: staff });
    expect(items.flatMap(({ alarms }) => alarms)).toMatchObject([{ UnitSerNum: unit.UnitSerNum }]);
    expect(await waitingIn('INGEST')).toBe(STORM - 3);
  }, 60_000);

  it('of alarms is one incident with its units, a page at a time, and only for the dealers that see them', async () => {
    const minute = Date.parse(`${instant(Date.now() - HOUR).slice(0, 16)}:00.000Z`);
    const rows = Array.from({ length: STORM }, (_, number) => {
      const timeStamp = instant(minute + (number % 60) * SECOND);
      const row = {
        ...{ rank: RANK.usual, minute: timeStamp.slice(0, 16), eventType: 'Event 130', receivedAt: timeStamp },
        ...{ event: nameOf({ timeStamp, sequence: number }), UnitSerNum: units[number % units.length]!.UnitSerNum },
        expiresAt: expiryOf(Date.now() + HOUR),
      };
      return [220, 22, 1].map((DealerKey) => itemOf(BoardRowEntity, { ...row, DealerKey }));
    });
    await writeAll(rows.flat(), () => {});
    for (const [dealer, shown] of [
      [220, 1],
      [22, 1],
      [49, 0],
    ] as const) {
      const as = await aUser({ dealer, flags: ['UNIT'] });
      const { items } = await ask(monitoringCenters.board, { as });
      const incidents = items.filter(({ incident }) => incident?.eventType === 'Event 130');
      expect(incidents).toHaveLength(shown);
      if (shown === 0) continue;
      const { incident } = incidents[0]!;
      expect(incident).toMatchObject({ count: STORM, more: false });
      const { openAlarms } = await ask(dashboard.read, { dateOffset: 0, as });
      // The alarm of the test before is open too.
      expect(openAlarms).toEqual({ count: STORM + 1, more: false });
      const found = new Set<string>();
      let cursor: string | null | undefined;
      do {
        const page = await ask(monitoringCenters.board, {
          ...{ incident: incident!.keys[0]!, as },
          ...(cursor && { cursor }),
        });
        expect(page.items.length).toBeLessThanOrEqual(50);
        for (const { alarms } of page.items) for (const { UnitSerNum } of alarms) found.add(UnitSerNum);
        cursor = page.cursor;
      } while (cursor);
      expect(found.size).toBe(units.length);
    }
  }, 60_000);
});
