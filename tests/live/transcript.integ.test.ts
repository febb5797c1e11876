import type { SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableCommands } from '#bridge/adapters/commands.ts';
import { livePublisher } from '#bridge/adapters/publisher.ts';
import type { Bridge } from '#bridge/bridge.ts';
import { consoles } from '#core/consoles/contract.ts';
import { history } from '#core/history/contract.ts';
import { formerDealersAfter } from '#core/history/visible-from.ts';
import { consoleTopic } from '#core/live/messages.ts';
import { DAY, instant, MINUTE } from '#core/time.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { ConsoleSessionEntity } from '#data/consoles/sessions.ts';
import { archiveMonth } from '#data/history/message-archive.ts';
import { ProtocolLogEntity } from '#data/history/protocol-log.ts';
import { UnitEntity } from '#data/units/units.ts';
import { filesIn } from '#platform/aws/message-files.ts';
import { aBridge, MemoryPorts, TestUnit } from '#support/bridge.ts';
import { ask } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { heldUnit } from '#support/held-unit.ts';
import { invoke } from '#support/invoke.ts';
import { aUser, tokenOf } from '#support/people.ts';
import { eventOf } from '#support/queue.ts';
import { bridgeCommandSecret } from '#support/secret.ts';
import { aBrowser, aLiveApi, type Browser } from './support.ts';

let api: Awaited<ReturnType<typeof aLiveApi>>;
let bridge: Bridge;
beforeAll(async () => {
  api = await aLiveApi();
  await someDealers();
  const { ingest: _ingest, commands: _commands, publisher: _publisher, ...ports } = new MemoryPorts();
  const { leases, claims, units, refusals, syncQueue, interlock, downloads, log } = ports;
  bridge = await aBridge(
    {
      ...{ leases, claims, units, refusals, syncQueue, interlock, downloads, log },
      commands: tableCommands(log),
      publisher: livePublisher(log),
      ingest: {
        async put(messages) {
          const records = messages.map(
            (message) =>
              ({ messageId: message.id, body: JSON.stringify(message), messageAttributes: {} }) as unknown as SQSRecord,
          );
          expect(await invoke('on-unit-report', eventOf(...records))).toEqual({ batchItemFailures: [] });
        },
      },
    },
    { commandSecret: await bridgeCommandSecret() },
  );
});
afterAll(async () => {
  await bridge.close();
  await api.close();
});

const editor = (dealer = 22) => aUser({ dealer, flags: ['UNIT_EDIT'] });

async function aConnectedUnit() {
  const unit = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' });
  await heldUnit(unit.UnitSerNum, bridge.commandUrl);
  return { UnitSerNum: unit.UnitSerNum, end: await TestUnit.loggedIn(bridge, unit.UnitSerNum) };
}

async function opened(user: UserRecord, UnitSerNum: string) {
  const browser = await aBrowser(user);
  browser.say({ action: 'subscribe', topic: consoleTopic(UnitSerNum) });
  expect(await browser.hear()).toMatchObject({ action: 'subscribed' });
  return browser;
}

/** Gives a command, which the unit does. */
async function commanded(user: UserRecord, browser: Browser, end: TestUnit, command: string, given = {}) {
  const token = await tokenOf(user);
  browser.say({ action: 'command', token, UnitSerNum: end.UnitSerNum, requestId: 'one', command, arguments: given });
  const { message, sequence } = await end.hears('command');
  end.say({ type: 'commandReceived' }, sequence);
  const { commandId } = message;
  await end.isAcknowledged(
    end.say({ type: 'commandResult', MessageTime: Date.now(), commandId, outcome: 'done', answer: {} }),
  );
}

/** The entries of the timeline that begin a session, the oldest first. */
async function sessionsOf(
  as: UserRecord,
  id: string,
): Promise<{ auditId: string; actorName: string; actorFullName?: string | undefined }[]> {
  const range = { startDate: instant(Date.now() - DAY), endDate: instant(Date.now() + DAY), pageSize: 100 };
  const { items } = await ask(history.getCombined, { as, id, ...range });
  return items
    .flatMap((entry) => (entry.is === 'change' && entry.change.action === 'open console' ? [entry.change] : []))
    .toReversed();
}

const textsOf = ({ items }: { items: readonly { text: string }[] }) => items.map(({ text }) => text).toReversed();
const read = (as: UserRecord, id: string, auditId: string, pageSize = 100) =>
  ask(consoles.transcript, { as, id, auditId, pageSize });

describe('a console session', () => {
  it('is one entry of the timeline, whose transcript has commands, outcomes and what the unit said', async () => {
    const { UnitSerNum, end } = await aConnectedUnit();
    const user = await editor();
    const browser = await opened(user, UnitSerNum);
    await commanded(user, browser, end, 'Query');
    await commanded(user, browser, end, 'SpeakerVol', { level: 7 });
    await end.isAcknowledged(end.say(end.event(101)));
    await browser.close();

    const sessions = await sessionsOf(user, UnitSerNum);
    expect(sessions).toHaveLength(1);
    const { auditId } = sessions[0]!;
    await expect.poll(async () => (await read(user, UnitSerNum, auditId)).endedAt).toBeDefined();
    const name = sessions[0]!.actorFullName ?? sessions[0]!.actorName;
    const transcript = await read(user, UnitSerNum, auditId);
    expect(textsOf(transcript).filter((text) => text !== 'Query' && text !== 'The unit connected')).toEqual([
      `${name} opened the console`,
      `${name}: Query`,
      `${name}: SpeakerVol 7`,
      'SpeakerVol 7',
      'event 101 (Help button)',
    ]);
    expect(JSON.stringify(transcript)).not.toContain('raw');
    expect(transcript.items.find(({ text }) => text === 'SpeakerVol 7')).toMatchObject({ stage: 'done' });
    // Page by page it is the same.
    const texts: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await ask(consoles.transcript, {
        ...{ as: user, id: UnitSerNum, auditId, pageSize: 2 },
        ...(cursor !== undefined && { cursor }),
      });
      texts.unshift(...textsOf(page));
      cursor = page.cursor;
    }
    expect(texts).toEqual(textsOf(transcript));
    // What happens later is not in it.
    await ConsoleSessionEntity.query
      .byEntry({ UnitSerNum, auditId })
      .go()
      .then(({ data: [session] }) =>
        ConsoleSessionEntity.patch(session!)
          .set({ endedAt: session!.startedAt - 60_000 })
          .go(),
      );
    expect((await read(user, UnitSerNum, auditId)).items).toEqual([]);
  });

  it('goes on when its browser comes back to the console, and is another one for another person', async () => {
    const { UnitSerNum, end } = await aConnectedUnit();
    const [ann, bob] = [await editor(), await editor()];
    const first = await opened(ann, UnitSerNum);
    await commanded(ann, first, end, 'Query');
    first.say({ action: 'custody', UnitSerNum, act: 'release' });
    const ended = async () =>
      (await ConsoleSessionEntity.query.byConnection({ UnitSerNum }).go()).data.map(({ endedAt }) => endedAt);
    await expect.poll(async () => (await ended())[0]).toBeDefined();
    await commanded(ann, first, end, 'Query');
    expect(await ended()).toEqual([undefined]);
    // Who comes back later has another session: what others did meanwhile is not in it.
    first.say({ action: 'custody', UnitSerNum, act: 'release' });
    await expect.poll(async () => (await ended())[0]).toBeDefined();
    const [session] = (await ConsoleSessionEntity.query.byConnection({ UnitSerNum }).go()).data;
    await ConsoleSessionEntity.patch(session!)
      .set({ startedAt: session!.startedAt - 10 * MINUTE, endedAt: session!.endedAt! - 2 * MINUTE })
      .go();
    await commanded(ann, first, end, 'Query');
    expect((await ended()).map((at) => at === undefined)).toEqual([false, true]);
    const second = await opened(bob, UnitSerNum);
    await commanded(bob, second, end, 'Query');
    expect((await sessionsOf(ann, UnitSerNum)).map(({ actorName }) => actorName)).toEqual([
      ann.UserName,
      ann.UserName,
      bob.UserName,
    ]);
    await Promise.all([first.close(), second.close()]);
  });

  it('is hidden from the next dealer of the unit, and from who does not see the unit', async () => {
    const { UnitSerNum, end } = await aConnectedUnit();
    const [above, other] = [await editor(1), await editor(49)];
    const browser = await opened(above, UnitSerNum);
    await commanded(above, browser, end, 'Query');
    await browser.close();
    const { auditId } = (await sessionsOf(above, UnitSerNum))[0]!;
    await expect(read(other, UnitSerNum, auditId)).rejects.toMatchObject({ code: 'NOT_FOUND' });

    await UnitEntity.patch({ UnitSerNum })
      .set({
        DealerKey: 49,
        dealerPath: '/1/49/',
        formerDealers: formerDealersAfter({ DealerKey: 220 }, Date.now()),
      })
      .go();
    await expect(read(other, UnitSerNum, auditId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await sessionsOf(other, UnitSerNum)).toEqual([]);
    expect(textsOf(await read(above, UnitSerNum, auditId)).length).toBeGreaterThan(1);
  });

  it('of months ago is read from the archive', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' });
    const startedAt = Date.now() - 120 * DAY;
    const auditId = '01J00000000000000000000000';
    await ConsoleSessionEntity.put({
      ...{
        UnitSerNum,
        connectionId: 'gone',
        after: '',
        auditId,
        startedAt,
        endedAt: startedAt + 60_000,
        expiresAt: 9e9,
      },
    }).go();
    const month = instant(startedAt).slice(0, 7);
    await ProtocolLogEntity.put({
      ...{ UnitSerNum, month, place: `${instant(startedAt + 1_000)}~1-2`, kind: 'report', messageType: 'event' },
      ...{ raw: '', content: { type: 'event', EventCode: 110 }, expiresAt: 9e9 },
    }).go();
    await archiveMonth(filesIn(process.env.MESSAGE_ARCHIVE_BUCKET!), UnitSerNum, month);
    expect(textsOf(await read(await editor(), UnitSerNum, auditId))).toEqual(['event 110 (Smoke)']);
  });
});
