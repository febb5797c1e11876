import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type AccessFlag, USER_TYPE } from '#core/access.ts';
import { bulkActions } from '#core/bulk-actions/contract.ts';
import { live } from '#core/live/contract.ts';
import { bulkActionTopic, consoleTopic, dashboardTopic, type Topic } from '#core/live/messages.ts';
import { unitEventsTopic } from '#core/monitoring-centers/alarm.ts';
import { reminders } from '#core/reminders/contract.ts';
import { instant, MINUTE, SECOND } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { SessionEntity } from '#data/auth/session-entity.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { commandStore } from '#data/consoles/commands.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { attemptStore } from '#data/kit/attempts.ts';
import { OneTimeTokenEntity } from '#data/kit/one-time-tokens.ts';
import { LiveConnectionEntity, liveStore, SubscriptionEntity } from '#data/live/live.ts';
import { ListedOrderEntity } from '#data/orders/entities.ts';
import { TOPICS } from '#data/topics.ts';
import { UnitEntity, unitStore } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { gatewayId } from '#local/api-gateway/identifiers.ts';
import { endConnection, publish } from '#platform/live/publish.ts';
import { forgetSession } from '#platform/session/sign-in.ts';
import { ask } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aSession, aUser, tokenOf } from '#support/people.ts';
import { aQueue } from '#support/queue.ts';
import { aSilentServer } from '#support/silent-server.ts';
import { aStreamReader } from '#support/stream.ts';
import { throttleWrites } from '#support/table-faults.ts';
import { withMessage } from '#support/with-message.ts';
import { aBrowser, aLiveApi, type Browser, dial } from './support.ts';

let api: Awaited<ReturnType<typeof aLiveApi>>;
beforeAll(async () => {
  api = await aLiveApi();
  await someDealers();
});
afterAll(() => api.close());

describe('a ticket', () => {
  it('opens one connection, once', async () => {
    const { ticket, url, secondUrl } = await ask(live.ticket, { as: await aUser() });
    expect([url, secondUrl]).toEqual([process.env.LIVE_URL, process.env.LIVE_SECOND_URL]);
    expect(url).not.toBe(secondUrl);
    const browser = await dial(ticket);
    expect(typeof browser).toBe('object');
    expect(await dial(ticket)).toBe(401);
    if (typeof browser === 'object') await browser.close();
  });

  it('opens one connection, even if many use it at once', async () => {
    const { ticket } = await ask(live.ticket, { as: await aUser() });
    const dialled = await Promise.all(Array.from({ length: 5 }, () => dial(ticket)));
    expect(dialled.filter((one) => typeof one === 'object')).toHaveLength(1);
    expect(dialled.filter((one) => one === 401)).toHaveLength(4);
    for (const one of dialled) if (typeof one === 'object') await one.close();
  });

  it('is valid for half a minute', async () => {
    const { sessionId } = await aSession(await aUser());
    const now = Date.now();
    const [first, second] = [await liveStore.issueTicket(sessionId, now), await liveStore.issueTicket(sessionId, now)];
    expect(await liveStore.redeemTicket(first, now + 30 * SECOND - 1)).toBe(sessionId);
    expect(await liveStore.redeemTicket(second, now + 30 * SECOND)).toBeUndefined();
  });

  it('opens nothing if its session has ended', async () => {
    const { token, sessionId } = await aSession(await aUser());
    const { ticket } = await ask(live.ticket, { as: token });
    await sessionStore.end(sessionId);
    forgetSession(sessionId);
    expect(await dial(ticket)).toBe(401);
  });

  it.each([undefined, '', 'x', 'a'.repeat(1000)])('that was never given opens nothing: %.20s', async (ticket) => {
    expect(await dial(ticket)).toBe(401);
  });

  it('is stored only as a hash', async () => {
    const { ticket } = await ask(live.ticket, { as: await aUser() });
    const { data } = await OneTimeTokenEntity.scan.go({ pages: 'all' });
    expect(JSON.stringify(data)).not.toContain(ticket);
  });
});

async function anOpenConnection(flags: AccessFlag[] = []) {
  const { sessionId } = await aSession(await aUser({ dealer: 22, flags }));
  const connectionId = gatewayId();
  await liveStore.open(connectionId, sessionId, Date.now());
  return { connectionId, sessionId };
}

describe('a live connection', () => {
  it('receives messages of its topics, until it unsubscribes', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const browser = await aBrowser(await aUser({ dealer: 22, flags: ['UNIT_VIEW'] }));
    const topic = consoleTopic(UnitSerNum);
    browser.say({ action: 'subscribe', topic });
    expect(await browser.hear()).toEqual({ action: 'subscribed', topic });
    await publish(topic, { event: 'HangUp' });
    expect(await browser.hear()).toEqual({ topic, message: { event: 'HangUp' } });
    await publish(consoleTopic('ZZZZZZ'), { event: 'other' });
    browser.say({ action: 'unsubscribe', topic });
    expect(await browser.hear()).toEqual({ action: 'unsubscribed', topic });
    await publish(topic, { event: 'late' });
    expect(await browser.hear(200)).toBeUndefined();
    await browser.close();
  });

  it('gets an answer to a ping', async () => {
    const browser = await aBrowser(await aUser());
    browser.say({ action: 'ping' });
    expect(await browser.hear()).toEqual({ action: 'pong' });
    await browser.close();
  });

  it.each([
    '',
    'not JSON',
    '[]',
    '{"action":"shout"}',
    '{"action":"subscribe","topic":"other:1"}',
    '{"action":"subscribe","topic":"constructor:1"}',
    '{"action":"subscribe"}',
  ])('gets an error for an invalid message: %s', async (text) => {
    const browser = await aBrowser(await aUser());
    browser.sayRaw(text);
    expect(await browser.hear()).toMatchObject({ action: 'refused', code: 'INVALID' });
    await browser.close();
  });

  it('is refused above 600 messages of its session in a minute, with the number of the message, and not for longer', async () => {
    const { token, sessionId } = await aSession(await aUser());
    const [one, other] = [await aBrowser(token), await aBrowser(token)];
    const now = Date.now();
    setClock(now);
    await attemptStore.count({ kind: 'liveMessage', most: 600, window: MINUTE }, sessionId, now, 599);
    one.sayRaw('{"action":"ping"}');
    expect(await one.hear()).toEqual({ action: 'pong' });
    for (const browser of [one, other]) {
      browser.sayRaw('{"action":"ping","requestId":"r-1"}');
      expect(await browser.hear()).toEqual({
        action: 'refused',
        code: 'TOO_MANY',
        message: 'Too many messages. Please wait a minute',
        requestId: 'r-1',
      });
    }
    setClock(now + 64 * SECOND);
    one.sayRaw('{"action":"ping"}');
    expect(await one.hear()).toEqual({ action: 'pong' });
    await one.close();
    await other.close();
  });

  it('is counted also for what it does not understand, before it is read, and at last gets no answer', async () => {
    const { token, sessionId } = await aSession(await aUser());
    const browser = await aBrowser(token);
    const now = Date.now();
    setClock(now);
    const garbage = ['garbage', '{"action":"nope","requestId":"r"}', ' '.repeat(17_000)];
    await attemptStore.count({ kind: 'liveMessage', most: 600, window: MINUTE }, sessionId, now, 600 - garbage.length);
    const codes = async () => {
      const heard: unknown[] = [];
      for (const raw of [...garbage, '{"action":"ping"}']) {
        browser.sayRaw(raw);
        heard.push(((await browser.hear()) as { code: string }).code);
      }
      return heard;
    };
    expect(await codes()).toEqual(['INVALID', 'INVALID', 'TOO_LARGE', 'TOO_MANY']);
    expect(await codes()).toEqual(Array(4).fill('TOO_MANY'));
    await attemptStore.count({ kind: 'liveRefusal', most: 600, window: MINUTE }, sessionId, now, 595);
    browser.sayRaw('garbage');
    browser.sayRaw('{"action":"ping"}');
    expect(await browser.hear(300)).toBeUndefined();
    await browser.close();
  });

  it('refuses a message above 16 KB before it is parsed', async () => {
    const browser = await aBrowser(await aUser());
    const ping = (bytes: number) => `{"action":"ping"}${' '.repeat(bytes - '{"action":"ping"}'.length)}`;
    browser.sayRaw(ping(16 * 1024));
    expect(await browser.hear()).toEqual({ action: 'pong' });
    for (const text of [ping(16 * 1024 + 1), '['.repeat(30_000), `"${'ü'.repeat(8 * 1024)}"`]) {
      browser.sayRaw(text);
      expect(await browser.hear()).toEqual({
        action: 'refused',
        code: 'TOO_LARGE',
        message: 'The message is too long',
      });
    }
    // Nor is it parsed for the names that its refusal repeats.
    browser.sayRaw(`{"topic":"console:1","requestId":"r-1",${'['.repeat(16 * 1024)}`);
    expect(await browser.hear()).toMatchObject({ code: 'TOO_LARGE', topic: 'console:1', requestId: 'r-1' });
    await browser.close();
  });

  it.each([
    ['has ended', ({ UserKey }: { UserKey: string }) => sessionStore.endAllOf(UserKey)],
    ['is of a disabled user', ({ UserKey }) => UserEntity.patch({ UserKey }).set({ UserStatus: 0 }).go()],
  ] satisfies [string, (user: { UserKey: string }) => Promise<unknown>][])(
    'whose session %s gets nothing within a minute, though nothing is published',
    async (_, end) => {
      const { UnitSerNum } = await aUnit();
      const user = await aUser({ flags: ['UNIT_EDIT'] });
      const browser = await aBrowser(user);
      const token = await tokenOf(user);
      browser.say({ action: 'ping' });
      expect(await browser.hear()).toEqual({ action: 'pong' });
      await end(user);
      setClock(Date.now() + MINUTE);
      const command = {
        action: 'command',
        token,
        UnitSerNum,
        requestId: 'late',
        command: 'Query',
        arguments: {},
      } as const;
      const topic = consoleTopic(UnitSerNum);
      for (const message of [command, { action: 'subscribe', topic }, { action: 'ping' }] as const) {
        browser.say(message);
        expect(await browser.hear()).toMatchObject({ action: 'refused', code: 'UNAUTHENTICATED' });
      }
      expect(await liveStore.subscribers(topic)).toEqual([]);
      expect(await commandStore.waiting(UnitSerNum)).toEqual([]);
      await browser.close();
    },
  );

  it('that is closed is deleted with its topics', async () => {
    const { UnitSerNum } = await aUnit();
    const browser = await aBrowser(await aUser({ flags: ['UNIT_VIEW'] }));
    const topic = consoleTopic(UnitSerNum);
    browser.say({ action: 'subscribe', topic });
    await browser.hear();
    expect(await liveStore.subscribers(topic)).toHaveLength(1);
    await browser.close();
    for (let tries = 0; tries < 100 && (await liveStore.subscribers(topic)).length > 0; tries++)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await liveStore.subscribers(topic)).toEqual([]);
  });

  it('that disappeared is deleted at the next message to it', async () => {
    const topic = consoleTopic('ZZZZZ1');
    const connection = await anOpenConnection();
    expect(await liveStore.isHeard(topic)).toBe(false);
    await liveStore.subscribe(topic, connection, Date.now());
    expect(await liveStore.isHeard(topic)).toBe(true);
    await publish(topic, {});
    expect(await liveStore.subscribers(topic)).toEqual([]);
    expect(await liveStore.connection(connection.connectionId)).toBeUndefined();
  });

  it('is deleted by the next message to it if its end has failed', async () => {
    const topic = consoleTopic((await aUnit({ dealer: 220 })).UnitSerNum);
    const connection = await anOpenConnection(['UNIT_VIEW']);
    await liveStore.subscribe(topic, connection, Date.now());
    throttleWrites('DeleteItemCommand', 100);
    await expect(publish(topic, {})).rejects.toThrow(/Not now/);
    expect(await liveStore.subscribers(topic)).toHaveLength(1);
    throttleWrites('DeleteItemCommand', 0);
    await publish(topic, {});
    expect(await liveStore.subscribers(topic)).toEqual([]);
    expect((await LiveConnectionEntity.get(connection).go()).data).toBeNull();
  });

  it('loses a topic that it does not name, as of before a new version', async () => {
    const topic = consoleTopic((await aUnit({ dealer: 220 })).UnitSerNum);
    const connection = await anOpenConnection(['UNIT_VIEW']);
    await SubscriptionEntity.put({ topic, ...connection, expiresAt: Date.now() }).go();
    await publish(topic, {});
    expect(await liveStore.subscribers(topic)).toEqual([]);
  });

  it('gets no topic while it is deleted', async () => {
    for (let times = 0; times < 10; times++) {
      const connection = await anOpenConnection();
      const topic = consoleTopic(`ZZZZY${times}`);
      await Promise.allSettled([
        liveStore.subscribe(topic, connection, Date.now()),
        endConnection(connection.connectionId),
      ]);
      expect(await liveStore.subscribers(topic)).toEqual([]);
    }
  });
});

describe('the right to a topic', () => {
  const refused = (topic: string, code: string) => ({ action: 'refused', code, topic });
  const answerTo = async (as: Parameters<typeof aBrowser>[0], topic: string) => {
    const browser = await aBrowser(as);
    browser.say({ action: 'subscribe', topic });
    const answer = await browser.hear();
    await browser.close();
    return answer;
  };

  it.each([
    [1, ['UNIT_VIEW', 'ENGINEER', 'BULK_ACTIONS']],
    [4, []],
  ] as const)(
    'about nothing that exists is refused, however its subject is written: user type %s',
    async (type, flags) => {
      const browser = await aBrowser(await aUser({ dealer: 220, type, flags: [...flags] }));
      for (const kind of Object.keys(TOPICS))
        for (const subject of ['NaN', '-', '0220', '0xDC', '22e1', '-220', '9'.repeat(30), 'a_b', '__proto__']) {
          browser.say({ action: 'subscribe', topic: `${kind}:${subject}` });
          const answer = (await browser.hear()) as { code: string };
          expect(['NOT_FOUND', 'FORBIDDEN'], `${kind}:${subject} ${JSON.stringify(answer)}`).toContain(answer.code);
        }
      await browser.close();
    },
  );

  it('ends with 100 topics of one connection', async () => {
    const user = await aUser({ dealer: 22, flags: ['UNIT_VIEW'] });
    const browser = await aBrowser(user);
    const topic = dashboardTopic(22);
    browser.say({ action: 'subscribe', topic });
    expect(await browser.hear()).toEqual({ action: 'subscribed', topic });
    const [own] = await liveStore.subscribers(topic);
    for (let count = 1; count < 100; count++) await liveStore.subscribe(`console:${count}`, own!, Date.now());
    browser.say({ action: 'subscribe', topic: dashboardTopic(220) });
    expect(await browser.hear()).toMatchObject({ action: 'refused', code: 'TOO_MANY' });
    browser.say({ action: 'unsubscribe', topic });
    expect(await browser.hear()).toMatchObject({ action: 'unsubscribed' });
    browser.say({ action: 'subscribe', topic: dashboardTopic(220) });
    expect(await browser.hear()).toMatchObject({ action: 'subscribed' });
    await browser.close();
  });

  it('ends with 100 topics, also if messages arrive at once', async () => {
    const browser = await aBrowser(await aUser({ dealer: 22, flags: ['UNIT_VIEW'] }));
    const topic = dashboardTopic(22);
    const others = [dashboardTopic(220), consoleTopic((await aUnit()).UnitSerNum)];
    browser.say({ action: 'subscribe', topic });
    await browser.hear();
    const [own] = await liveStore.subscribers(topic);
    for (let count = 2; count < 100; count++) await liveStore.subscribe(`console:${count}`, own!, Date.now());
    for (const other of others) browser.say({ action: 'subscribe', topic: other });
    const answers = (await Promise.all([browser.hear(), browser.hear()])) as { action: string }[];
    expect(answers.map(({ action }) => action).sort()).toEqual(['refused', 'subscribed']);
    // Nor can a topic be followed without being counted.
    for (let times = 0; times < 5; times++)
      await Promise.all([
        liveStore.unsubscribe('console:2', own!.connectionId),
        liveStore.subscribe('console:2', own!, Date.now()).catch(() => {}),
      ]);
    const { topics } = (await liveStore.connection(own!.connectionId))!;
    expect(topics!.includes('console:2')).toBe((await liveStore.subscribers('console:2')).length === 1);
    await browser.close();
  });

  it('about a unit depends on access to the unit [P1-A03]', async () => {
    const topic = consoleTopic((await aUnit({ dealer: 220 })).UnitSerNum);
    for (const dealer of [220, 22, 1])
      expect(await answerTo(await aUser({ dealer, flags: ['UNIT_VIEW'] }), topic)).toEqual({
        action: 'subscribed',
        topic,
      });
    for (const dealer of [2201, 49])
      expect(await answerTo(await aUser({ dealer, flags: ['UNIT_VIEW'] }), topic)).toMatchObject(
        refused(topic, 'NOT_FOUND'),
      );
    expect(await answerTo(await aUser({ dealer: 220, flags: ['BILLING'] }), topic)).toMatchObject(
      refused(topic, 'FORBIDDEN'),
    );
    expect(await answerTo(await aUser({ dealer: 220, type: 4 }), topic)).toMatchObject(refused(topic, 'FORBIDDEN'));
  });

  it('about invalid messages needs an engineer of dealer 1, because it covers the units of all dealers', async () => {
    const topic = 'invalid-messages:all';
    expect(await answerTo(await aUser({ dealer: 1, flags: ['ENGINEER'] }), topic)).toMatchObject({
      action: 'subscribed',
    });
    expect(await answerTo(await aUser({ dealer: 1, flags: ['ENGINEER'] }), 'invalid-messages:of-my-own')).toMatchObject(
      refused('invalid-messages:of-my-own', 'NOT_FOUND'),
    );
    for (const who of [
      { dealer: 22, flags: ['ENGINEER'] },
      { dealer: 1, flags: ['UNIT', 'ADMIN'] },
    ] as const)
      expect(await answerTo(await aUser(who), topic)).toMatchObject(refused(topic, 'FORBIDDEN'));
  });

  it('about a bulk action shows its progress to those who may see it', async () => {
    process.env.BULK_ACTION_QUEUE_URL = (await aQueue()).url;
    const stream = await aStreamReader();
    const as = await aUser({ dealer: 220, flags: ['UNIT_EDIT', 'BULK_ACTIONS'] });
    const { bchKey } = await ask(bulkActions.create, {
      units: ['ZZZZZZ'],
      action: 'reporting',
      type: 'on',
      UnitModel: 'MXD-LTE',
      as,
    });
    const topic = bulkActionTopic(bchKey);
    expect(await answerTo(await aUser({ dealer: 49, flags: ['BULK_ACTIONS'] }), topic)).toMatchObject(
      refused(topic, 'NOT_FOUND'),
    );
    const browser = await aBrowser(as);
    browser.say({ action: 'subscribe', topic });
    await browser.hear();
    await invoke('on-table-change', { Records: await stream.next() });
    expect(await browser.hear()).toMatchObject({ topic, message: { bchKey, state: 'queued', total: 1, done: 0 } });
    await browser.close();
  });

  it('about orders reaches the dashboard of a dealer that loses one', async () => {
    await ListedOrderEntity.put({ above: 22, orderKey: 'moved', underWay: 1 }).go();
    const stream = await aStreamReader();
    const topic = dashboardTopic(22);
    const browser = await aBrowser(await aUser({ dealer: 22, flags: ['UNIT_VIEW', 'ORDERS'] }));
    browser.say({ action: 'subscribe', topic });
    expect(await browser.hear()).toEqual({ action: 'subscribed', topic });
    await ListedOrderEntity.delete({ above: 22, orderKey: 'moved' }).go();
    await invoke('on-table-change', { Records: await stream.next() });
    expect(await browser.hear()).toEqual({ topic, message: {} });
    await browser.close();
  });

  it('about a unit arrives while the queue of reactions does not answer', async () => {
    const as = await aUser({ type: 4, dealer: 220 });
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const topic = unitEventsTopic(UnitSerNum);
    const browser = await aBrowser(as);
    browser.say({ action: 'subscribe', topic });
    await browser.hear();
    const stream = await aStreamReader();
    const event = {
      timeStamp: instant(Date.now()),
      receivedAt: instant(Date.now()),
      sequence: 1,
      eventType: 'Test of data',
    };
    await unitLogStore.recordEvent(UnitSerNum, '1-1', { ...event, detail: 'Failed: no answer' });
    const Records = await stream.next();
    const [queue, usual] = [await aSilentServer(), process.env.REACTION_QUEUE_URL];
    process.env.REACTION_QUEUE_URL = `${queue.url}/reaction`;
    const handled = invoke('on-table-change', { Records });
    expect(await browser.hear()).toEqual({ topic, message: {} });
    await queue.close();
    process.env.REACTION_QUEUE_URL = usual;
    await handled;
    await browser.close();
  });

  it('about a bulk action is published even if the reactions of its batch cannot be sent', async () => {
    process.env.BULK_ACTION_QUEUE_URL = (await aQueue()).url;
    const as = await aUser({ flags: ['UNIT_EDIT', 'BULK_ACTIONS', 'MYSCHEDULER'] });
    const stream = await aStreamReader();
    const { bchKey } = await ask(bulkActions.create, {
      units: ['ZZZZZZ'],
      action: 'reporting',
      type: 'on',
      UnitModel: 'MXD-LTE',
      as,
    });
    const { UnitSerNum } = await aUnit();
    const reminder = { UnitSerNum, Message: 'EatAMeal', MessageTime: 'immediately', timeZone: 'UTC' } as const;
    await ask(reminders.schedule, { ...reminder, as });
    const topic = bulkActionTopic(bchKey);
    const browser = await aBrowser(as);
    browser.say({ action: 'subscribe', topic });
    await browser.hear();

    const Records = await stream.next();
    process.env.REACTION_QUEUE_URL = 'http://127.0.0.1:1/nowhere';
    const failed = Records.find(({ dynamodb }) =>
      ['bulkAction', 'reminder'].includes(dynamodb?.NewImage?.__edb_e__?.S ?? ''),
    )!;
    expect(await invoke('on-table-change', { Records })).toEqual({
      batchItemFailures: [{ itemIdentifier: failed.dynamodb!.SequenceNumber }],
    });
    expect(await browser.hear()).toMatchObject({ topic, message: { bchKey } });
    await browser.close();
  });

  it('ends when the session has ended or its user is disabled', async () => {
    const { UnitSerNum } = await aUnit();
    const topic = consoleTopic(UnitSerNum);
    for (const end of [
      async (user: { UserKey: string }) => sessionStore.endAllOf(user.UserKey),
      async ({ UserKey }: { UserKey: string }) => UserEntity.patch({ UserKey }).set({ UserStatus: 0 }).go(),
    ]) {
      const user = await aUser({ flags: ['UNIT_VIEW'] });
      const browser = await aBrowser(user);
      browser.say({ action: 'subscribe', topic });
      await browser.hear();
      await end(user);
      setClock(Date.now() + MINUTE);
      await publish(topic, { event: 'secret' });
      expect(await browser.hear(300)).toBeUndefined();
      expect(await liveStore.subscribers(topic)).toEqual([]);
      browser.say({ action: 'ping' });
      expect(await browser.hear()).toMatchObject({ action: 'refused', code: 'UNAUTHENTICATED' });
      await browser.close();
    }
  });
});

describe('a subscriber who lost access', () => {
  const SECRET = { event: 'secret' };

  /** A person who has received a message of the topic, so that the access is cached. */
  async function aListener(user: UserRecord, topic: Topic) {
    const browser = await aBrowser(user);
    browser.say({ action: 'subscribe', topic });
    await browser.hear();
    await publish(topic, { event: 'before' });
    expect(await browser.hear()).toEqual({ topic, message: { event: 'before' } });
    return browser;
  }

  async function expectDeaf(browser: Browser, topic: Topic, code: string) {
    setClock(Date.now() + 31 * SECOND);
    await publish(topic, SECRET);
    expect(await browser.hear()).toMatchObject({ action: 'refused', code, topic });
    await publish(topic, SECRET);
    expect(await browser.hear(200)).toBeUndefined();
    expect((await liveStore.subscribers(topic)).length).toBe(0);
    // The connection stays for its other topics.
    browser.say({ action: 'ping' });
    expect(await browser.hear()).toEqual({ action: 'pong' });
    await browser.close();
  }

  it('is notified when the unit has another dealer [P1-A03]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const topic = consoleTopic(UnitSerNum);
    const browser = await aListener(await aUser({ dealer: 220, flags: ['UNIT_VIEW'] }), topic);
    const above = await aListener(await aUser({ dealer: 1, flags: ['UNIT_VIEW'] }), topic);
    expect(await browser.hear()).toEqual({ topic, message: { event: 'before' } });
    await UnitEntity.patch({ UnitSerNum }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go();

    setClock(Date.now() + 31 * SECOND);
    await publish(topic, SECRET);
    expect(await above.hear()).toEqual({ topic, message: SECRET });
    expect(await browser.hear()).toMatchObject({ action: 'refused', code: 'NOT_FOUND', topic });
    await publish(topic, SECRET);
    expect(await above.hear()).toEqual({ topic, message: SECRET });
    expect(await browser.hear(200)).toBeUndefined();
    expect(await liveStore.subscribers(topic)).toHaveLength(1);
    await Promise.all([above.close(), browser.close()]);
  });

  it('is notified when they lost the flags', async () => {
    const topic = consoleTopic((await aUnit({ dealer: 220 })).UnitSerNum);
    const user = await aUser({ dealer: 220, flags: ['UNIT_VIEW'] });
    const browser = await aListener(user, topic);
    await UserEntity.patch({ UserKey: user.UserKey })
      .set({ flags: ['BILLING'] })
      .go();
    await expectDeaf(browser, topic, 'FORBIDDEN');
  });

  it('is notified when they are shown as another dealer', async () => {
    const topic = consoleTopic((await aUnit({ dealer: 220 })).UnitSerNum);
    const user = await aUser({ dealer: 1, flags: ['UNIT_VIEW'] });
    const { token, sessionId } = await aSession(user);
    const browser = await aBrowser(token);
    browser.say({ action: 'subscribe', topic });
    await browser.hear();
    const shown = { UserKey: user.UserKey, DealerKey: 49 };
    await SessionEntity.patch({ sessionId }).set({ shown }).go();
    await expectDeaf(browser, topic, 'NOT_FOUND');
  });

  it('is checked once in half a minute per listener, whatever the number of messages', async () => {
    const topic = consoleTopic((await aUnit({ dealer: 220 })).UnitSerNum);
    const browser = await aListener(await aUser({ dealer: 220, flags: ['UNIT_VIEW'] }), topic);
    const read = vi.spyOn(unitStore, 'get');
    for (let said = 0; said < 10; said++) await publish(topic, { said });
    expect(read).not.toHaveBeenCalled();
    setClock(Date.now() + 31 * SECOND);
    await Promise.all(Array.from({ length: 10 }, (_, said) => publish(topic, { said })));
    expect(read).toHaveBeenCalledOnce();
    read.mockRestore();
    await browser.close();
  });

  it('stays subscribed if the table did not answer, and receives the next message', async () => {
    const topic = consoleTopic((await aUnit({ dealer: 220 })).UnitSerNum);
    const browser = await aListener(await aUser({ dealer: 220, flags: ['UNIT_VIEW'] }), topic);
    const read = vi.spyOn(unitStore, 'get').mockRejectedValueOnce(new Error('The table is busy'));
    setClock(Date.now() + 31 * SECOND);
    await expect(publish(topic, SECRET)).rejects.toThrow(withMessage('The table is busy'));
    await publish(topic, { event: 'after' });
    expect(await browser.hear()).toEqual({ topic, message: { event: 'after' } });
    read.mockRestore();
    await browser.close();
  });
});

describe('a live command', () => {
  const commandFor = (UnitSerNum: string, token: string, command: string) => ({
    action: 'command' as const,
    token,
    UnitSerNum,
    requestId: 'request-1',
    command,
    arguments: {},
  });
  const answerTo = async (
    as: Awaited<ReturnType<typeof aUser>>,
    UnitSerNum: string,
    { token, command = 'Query', given = {} }: { token?: string; command?: string; given?: object } = {},
  ) => {
    const browser = await aBrowser(as);
    browser.say({ ...commandFor(UnitSerNum, token ?? (await tokenOf(as)), command), arguments: { ...given } });
    const answer = await browser.hear();
    await browser.close();
    return answer;
  };
  const refused = (code: string) => ({ action: 'refused', code, requestId: 'request-1' });

  it.each([
    ['a level that is no object', { arguments: 7 }],
    ['no serial number', { UnitSerNum: undefined }],
    ['a token that is no text', { token: 1 }],
    ['an unknown action', { action: 'shout' }],
    ['too much text', { imei: '1'.repeat(20_000) }],
  ])('with %s is refused under its number, so that the console need not wait', async (_, wrong) => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const browser = await aBrowser(await aUser({ dealer: 220 }));
    const good = { action: 'command', token: 'x', UnitSerNum, requestId: 'request-1', command: 'Query' };
    browser.sayRaw(JSON.stringify({ ...good, ...wrong }));
    expect(await browser.hear()).toMatchObject({ action: 'refused', requestId: 'request-1' });
    await browser.close();
  });

  it('is refused if no bridge holds the unit, with the text of the consoles [P2-M33]', async () => {
    const { UnitSerNum } = await aUnit({ UnitModel: 'MXD-LTE' });
    expect(await answerTo(await aUser({ flags: ['UNIT_EDIT'] }), UnitSerNum)).toEqual({
      ...refused('UNAVAILABLE'),
      message: 'Unable to connect to the unit. The Unit may be unavailable, rebooting or turned off. Please try again',
    });
  });

  it('is refused for users who may not command the unit', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 22 });
    expect(await answerTo(await aUser({ flags: ['UNIT_VIEW'] }), UnitSerNum)).toMatchObject(refused('FORBIDDEN'));
    expect(await answerTo(await aUser({ dealer: 49, flags: ['UNIT_EDIT'] }), UnitSerNum)).toMatchObject(
      refused('NOT_FOUND'),
    );
  });

  it('is refused with a token of another session, a forged one or none', async () => {
    const { UnitSerNum } = await aUnit();
    const [user, other] = [await aUser({ flags: ['UNIT_EDIT'] }), await aUser({ flags: ['UNIT_EDIT'] })];
    for (const token of [await tokenOf(other), 'x.y.z', ''])
      expect(await answerTo(user, UnitSerNum, { token })).toMatchObject(refused('UNAUTHENTICATED'));
  });

  it('is refused if the model does not know it, and if it needs an engineer [P2-A11]', async () => {
    const { UnitSerNum } = await aUnit({ UnitModel: 'MXD-LTE' });
    const [user, engineer] = [
      await aUser({ flags: ['UNIT_EDIT'] }),
      await aUser({ type: USER_TYPE.engineer, flags: ['UNIT_EDIT', 'ENGINEER'] }),
    ];
    expect(await answerTo(user, UnitSerNum, { command: 'MakeEvent' })).toMatchObject(refused('FORBIDDEN'));
    expect(await answerTo(engineer, UnitSerNum, { command: 'CHIME' })).toMatchObject(refused('FORBIDDEN'));
    expect(await answerTo(engineer, UnitSerNum, { command: 'MakeEvent', given: { EventCode: 17 } })).toMatchObject(
      refused('UNAVAILABLE'),
    );
  });
});
