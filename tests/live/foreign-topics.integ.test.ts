import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_FLAGS, USER_TYPE } from '#core/access.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import type { Topic } from '#core/live/messages.ts';
import { SECOND } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { liveStore } from '#data/live/live.ts';
import { TOPICS } from '#data/topics.ts';
import { UnitEntity } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { publish } from '#platform/live/publish.ts';
import { ask } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aSession, aShownSession, aUser } from '#support/people.ts';
import { aQueue } from '#support/queue.ts';
import { aBrowser, aLiveApi, type Browser } from './support.ts';

// Each kind of topic, with a subject of dealer 220. A new kind needs a line here.
const SECRET = { event: 'secret' };

let api: Awaited<ReturnType<typeof aLiveApi>>;
let topics: Readonly<Record<string, Topic>>;
beforeAll(async () => {
  api = await aLiveApi();
  await someDealers();
  process.env.BULK_ACTION_QUEUE_URL = (await aQueue()).url;
  const { UnitSerNum } = await aUnit({ dealer: 220 });
  const { bchKey } = await ask(bulkActions.create, {
    ...{ units: [UnitSerNum], action: 'reporting', type: 'on', UnitModel: 'MXD-LTE' },
    as: await aUser({ dealer: 220, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] }),
  });
  topics = {
    console: `console:${UnitSerNum}`,
    'debug-log': `debug-log:${UnitSerNum}`,
    'unit-events': `unit-events:${UnitSerNum}`,
    dashboard: 'dashboard:220',
    'open-alarms': 'open-alarms:220',
    'operator-alarms': 'operator-alarms:220',
    'bulk-action': `bulk-action:${bchKey}`,
    'invalid-messages': 'invalid-messages:all',
  };
});
afterAll(() => api.close());

it('these are all kinds of topics', () => {
  expect(Object.keys(topics).sort()).toEqual(Object.keys(TOPICS).sort());
});

const KINDS = Object.keys(TOPICS);
const OF_OPERATORS = ['unit-events', 'operator-alarms'];
/** Who may follow the topics of a kind at a dealer: they have every flag. */
const aFollower = (kind: string, dealer: number) =>
  OF_OPERATORS.includes(kind)
    ? aUser({ dealer, type: USER_TYPE.monitoringCentre, flags: [] })
    : aUser({ dealer: kind === 'invalid-messages' ? 1 : dealer, type: USER_TYPE.engineer });

/** What the browser hears until it is answered: messages of topics come before. */
async function heardBy(browser: Browser): Promise<string> {
  browser.say({ action: 'ping' });
  const heard: unknown[] = [];
  for (;;) {
    const next = await browser.hear();
    heard.push(next);
    const isAnswer = next && 'action' in next && !('topic' in next);
    if (!next || isAnswer) return JSON.stringify(heard);
  }
}

async function expectRefused(caller: UserRecord | string) {
  const browser = await aBrowser(caller);
  for (const topic of Object.values(topics)) {
    browser.say({ action: 'subscribe', topic });
    expect(await browser.hear()).toMatchObject({ action: 'refused', topic });
    await publish(topic, SECRET);
  }
  expect(await heardBy(browser)).toBe('[{"action":"pong"}]');
  await browser.close();
}

describe('every topic is refused, and carries nothing', () => {
  it.each([49, 2201])('to the people of dealer %i, of each type and with every flag', async (dealer) => {
    for (const type of Object.values(USER_TYPE))
      await expectRefused(await aUser({ dealer, type, flags: ACCESS_FLAGS }));
  });

  it('to an engineer of the root dealer who is shown as another dealer', async () => {
    const engineer = await aUser({ dealer: 1, type: USER_TYPE.engineer, flags: ACCESS_FLAGS });
    await expectRefused((await aShownSession(engineer, 49)).token);
  });
});

it('who has the console of a unit is told to nobody of another dealer who looks', async () => {
  const browser = await aBrowser(await aUser({ dealer: 49, type: USER_TYPE.engineer, flags: ACCESS_FLAGS }));
  browser.say({ action: 'custody', UnitSerNum: topics.console!.slice('console:'.length), act: 'look' });
  expect(await browser.hear()).toMatchObject({ action: 'refused', code: 'NOT_FOUND' });
  await browser.close();
});

/** A browser that follows the topic, and has heard a message of it. */
async function aListener(user: UserRecord, topic: Topic): Promise<Browser> {
  const browser = await aBrowser((await aSession(user)).token);
  browser.say({ action: 'subscribe', topic });
  expect(await browser.hear()).toEqual({ action: 'subscribed', topic });
  await publish(topic, { event: 'before' });
  expect(await browser.hear()).toEqual({ topic, message: { event: 'before' } });
  return browser;
}

/** What can end the right to a topic while somebody follows it. */
const LOSSES: readonly [string, (user: UserRecord) => Promise<unknown>][] = [
  ['lost their flags', ({ UserKey }) => UserEntity.patch({ UserKey }).set({ flags: [], UserTypeKey: 3 }).go()],
  [
    'went to another dealer',
    ({ UserKey, UserName }) =>
      UserEntity.patch({ UserKey })
        .set({ DealerKey: 49, dealerPath: '/1/49/', tree: 'all', UserName, UserStatus: 1 })
        .go(),
  ],
  ['were disabled', ({ UserKey }) => UserEntity.patch({ UserKey }).set({ UserStatus: 0 }).go()],
];

describe.each(KINDS)('a follower of the kind %s', (kind) => {
  it.each(LOSSES)('hears nothing more of it half a minute after they %s', async (_, lose) => {
    const topic = topics[kind]!;
    const user = await aFollower(kind, 220);
    const browser = await aListener(user, topic);
    await lose(user);
    setClock(Date.now() + 31 * SECOND);
    for (let times = 0; times < 2; times++) await publish(topic, SECRET);
    expect(await heardBy(browser)).not.toContain('secret');
    expect(await liveStore.subscribers(topic)).toEqual([]);
    await browser.close();
  });
});

describe('a follower of what a dealer has', () => {
  it.each(['dashboard', 'open-alarms', 'operator-alarms'])(
    'hears nothing more of %s half a minute after the dealer was moved away',
    async (kind) => {
      const topic = topics[kind]!;
      const browser = await aListener(await aFollower(kind, 22), topic);
      await DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath: '/1/49/220/', tree: 'all' }).go();
      setClock(Date.now() + 31 * SECOND);
      await publish(topic, SECRET);
      expect(await browser.hear()).toMatchObject({ action: 'refused', code: 'NOT_FOUND', topic });
      await DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath: '/1/22/220/', tree: 'all' }).go();
      await browser.close();
    },
  );

  it.each(['console', 'debug-log', 'unit-events'])(
    'hears nothing more of %s half a minute after the unit was moved away',
    async (kind) => {
      const { UnitSerNum } = await aUnit({ dealer: 220 });
      const topic: Topic = `${kind}:${UnitSerNum}`;
      const browser = await aListener(await aFollower(kind, 22), topic);
      await UnitEntity.patch({ UnitSerNum }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go();
      setClock(Date.now() + 31 * SECOND);
      await publish(topic, SECRET);
      expect(await browser.hear()).toMatchObject({ action: 'refused', code: 'NOT_FOUND', topic });
      await browser.close();
    },
  );
});
