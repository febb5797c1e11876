import { afterAll, beforeAll, expect, it } from 'vitest';
import { unitEventsTopic } from '#core/monitoring-centers/alarm.ts';
import { instant } from '#core/time.ts';
import { EventEntity, logItem } from '#data/history/unit-log.ts';
import { AlarmEntity } from '#data/monitoring-centers/alarms.ts';
import { area } from '#data/monitoring-centers/index.ts';
import { publish } from '#platform/live/publish.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { aBrowser, aLiveApi } from '../live/support.ts';

let api: Awaited<ReturnType<typeof aLiveApi>>;
beforeAll(async () => {
  api = await aLiveApi();
  await someDealers();
});
afterAll(() => api.close());

it('an event and an operator’s change of it are news of the unit, without data', () => {
  const timeStamp = instant(TODAY);
  const event = { timeStamp, receivedAt: timeStamp, sequence: 1, eventType: 'Event 101' };
  const changed = [
    EventEntity.put(logItem('event', '400123', '1-1', event)).params(),
    AlarmEntity.put({ UnitSerNum: '400123', event: `${timeStamp}~1`, version: 1, notes: [], expiresAt: 1 }).params(),
  ].map((params) => (params as { Item: Record<string, unknown> }).Item);
  const told = area.news!.slice(0, 2).map(({ newsOf }, index) => [newsOf(changed[index]!, TODAY)].flat());
  expect(told).toEqual(changed.map(() => [{ topic: 'unit-events:400123', message: {} }]));
});

it('an open alarm is news of the boards on which it is, without data', () => {
  const event = `${instant(TODAY)}~1`;
  const listing = { eventType: 'Event 101', receivedAt: instant(TODAY), dealers: [1, 22] };
  const { Item } = AlarmEntity.put({
    ...{ UnitSerNum: '400123', event, version: 0, notes: [], expiresAt: 1 },
    listing: { ...listing, rank: '1', DealerKey: 22, dealerPath: '/1/22/' },
  }).params<{ Item: Record<string, unknown> }>();
  const topics = [area.news![1]!.newsOf(Item, TODAY)].flat().map(({ topic, message }) => [topic, message]);
  const boards = [1, 22].flatMap((key) => [`open-alarms:${key}`, `operator-alarms:${key}`, `dashboard:${key}`]);
  expect(topics).toEqual(['unit-events:400123', ...boards].map((topic) => [topic, {}]));
});

it.each([
  ['a monitoring centre of the dealer above', 22, 'news'],
  ['a monitoring centre of another dealer', 49, 'NOT_FOUND'],
] as const)('%s follows a unit: %s', async (_, dealer, outcome) => {
  const { UnitSerNum } = await aUnit({ dealer: 220 });
  const browser = await aBrowser(await aUser({ dealer, type: 4, flags: [] }));
  const topic = unitEventsTopic(UnitSerNum);
  browser.say({ action: 'subscribe', topic });
  const answer = await browser.hear();
  if (outcome === 'news') {
    expect(answer).toEqual({ action: 'subscribed', topic });
    await publish(topic, {});
    expect(await browser.hear()).toEqual({ topic, message: {} });
  } else expect(answer).toMatchObject({ action: 'refused', code: outcome });
  await browser.close();
});
