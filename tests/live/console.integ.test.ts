import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableCommands } from '#bridge/adapters/commands.ts';
import { livePublisher } from '#bridge/adapters/publisher.ts';
import type { Bridge } from '#bridge/bridge.ts';
import { audit } from '#core/audit/contract.ts';
import { consoleTopic } from '#core/live/messages.ts';
import { commandIdOf } from '#core/reminders/reminder.ts';
import type { CommandResult } from '#core/unit-messages/session.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { commandStore } from '#data/consoles/commands.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { auditOf } from '#support/audit.ts';
import { aBridge, MemoryPorts, TestUnit } from '#support/bridge.ts';
import { ask } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { heldUnit } from '#support/held-unit.ts';
import { invoke } from '#support/invoke.ts';
import { aUser, tokenOf } from '#support/people.ts';
import { eventOf } from '#support/queue.ts';
import { aReminder, messageOf, stateOf } from '#support/reminders.ts';
import { bridgeCommandSecret } from '#support/secret.ts';
import { scopeOf } from '#support/world.ts';
import { aBrowser, aLiveApi, type Browser } from './support.ts';

let api: Awaited<ReturnType<typeof aLiveApi>>;
let bridge: Bridge;
beforeAll(async () => {
  api = await aLiveApi();
  await someDealers();
  const { leases, claims, ingest, units, refusals, syncQueue, interlock, downloads, log } = new MemoryPorts();
  const ports = {
    leases,
    claims,
    ingest,
    commands: tableCommands(log),
    units,
    refusals,
    syncQueue,
    interlock,
    downloads,
    log,
    publisher: livePublisher(log),
  };
  bridge = await aBridge(ports, { commandSecret: await bridgeCommandSecret(), resultTimeoutMs: 100 });
});
afterAll(async () => {
  await bridge.close();
  await api.close();
});

/** A connected MXD-LTE of dealer 220, and the console of a user of dealer 22 on it. */
async function aConsole(unit?: { UnitSerNum: string; IMEI: string }) {
  const { UnitSerNum } = unit ?? (await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' }));
  await heldUnit(UnitSerNum, bridge.commandUrl);
  const user = await aUser({ dealer: 22, flags: ['UNIT_EDIT', 'ADMIN'] });
  const browser = await aBrowser(user);
  browser.say({ action: 'subscribe', topic: consoleTopic(UnitSerNum) });
  expect(await browser.hear()).toMatchObject({ action: 'subscribed' });
  const end = await TestUnit.loggedIn(bridge, UnitSerNum);
  expect((await messagesUntil(browser, 'UnitConnected')).at(-1)).toMatchObject({ event: 'UnitConnected' });
  return { UnitSerNum, user, browser, end };
}

interface Said {
  event?: string;
  commandId?: string;
  outcome?: string;
}

/** The messages on the console's topic, up to the event that the test waits for. */
async function messagesUntil(browser: Browser, last: string): Promise<Said[]> {
  const messages: Said[] = [];
  while (messages.at(-1)?.event !== last) {
    const heard = (await browser.hear()) as { message?: Said } | undefined;
    if (heard === undefined) throw new Error(`${last} never came; only ${JSON.stringify(messages)}`);
    messages.push(heard.message ?? {});
  }
  return messages;
}

interface Given {
  command?: string;
  arguments?: Record<string, unknown>;
  requestId?: string;
}

async function say(browser: Browser, user: UserRecord, UnitSerNum: string, given: Given = {}) {
  const token = await tokenOf(user);
  browser.say({ action: 'command', token, UnitSerNum, requestId: 'request-1', command: 'Query', ...given });
}

/** Gives a command and returns the id that the server made for it. */
async function give(browser: Browser, user: UserRecord, UnitSerNum: string, given: Given = {}): Promise<string> {
  await say(browser, user, UnitSerNum, given);
  const requestId = given.requestId ?? 'request-1';
  let recorded = await browser.hear();
  while (recorded && 'message' in recorded && 'topic' in recorded) recorded = await browser.hear();
  expect(recorded).toEqual({
    action: 'recorded',
    requestId,
    commandId: expect.stringMatching(/^console-[0-9A-Z]{26}$/),
  });
  return (recorded as { commandId: string }).commandId;
}

const resultOf = (commandId: string, more: Partial<CommandResult> = {}): CommandResult => ({
  type: 'commandResult',
  MessageTime: Date.now(),
  commandId,
  outcome: 'done',
  answer: {},
  ...more,
});

const auditedOf = async (UnitSerNum: string) =>
  (await auditOf('unit', UnitSerNum)).map(({ action, after, actorName }) => ({
    action,
    actorName,
    ...(after as object),
  }));

describe('a console', () => {
  it('sends a command under the id of the server, and receives its results', async () => {
    const { UnitSerNum, user, browser, end } = await aConsole();
    const given = { command: 'GoToMode', arguments: { mode: 'Pairing', zone: 3 } };
    const commandId = await give(browser, user, UnitSerNum, given);
    const { message, sequence } = await end.hears('command');
    expect(message).toMatchObject({ commandId, ...given });
    end.say({ type: 'commandReceived' }, sequence);
    end.say(resultOf(commandId, { answer: { mode: 'Pairing' } }));
    const said = await messagesUntil(browser, 'CommandResult');
    expect(said.map((one) => [one.event, one.commandId])).toEqual(
      ['CommandSent', 'CommandReceived', 'CommandResult'].map((event) => [event, commandId]),
    );
    await browser.close();
  });

  it("never takes a reminder's place: the reminder is given", async () => {
    const { unit, reminder } = await aReminder(scopeOf(await aUser()), { UnitModel: 'MXD-LTE' });
    const { UnitSerNum, user, browser, end } = await aConsole(unit);
    const commandId = await give(browser, user, UnitSerNum, { requestId: commandIdOf(reminder) });
    expect((await end.hears('command')).message).toMatchObject({ commandId, command: 'Query' });
    expect(await invoke('on-reminder-due', eventOf(messageOf(reminder)))).toEqual({ batchItemFailures: [] });
    await end.isAcknowledged(end.say(resultOf(commandId)));
    expect((await end.hears('command')).message).toMatchObject({
      commandId: commandIdOf(reminder),
      command: 'PlayMultiMessage',
      arguments: { messages: '2' },
    });
    expect(await stateOf(reminder)).toBe('sent');
    await browser.close();
  });

  it.each<[string, Given, string]>([
    [
      'a level out of range',
      { command: 'SpeakerVol', arguments: { level: 9999 } },
      'The level must be a number from 1 to 9',
    ],
    [
      'an unknown mode',
      { command: 'GoToMode', arguments: { mode: 'Nope' } },
      'The mode must be one of Ready, Pairing, Delete, Status, RangeTest, AT&T, Verizon, Telus, Auto',
    ],
    [
      'a modem command in place of a phone number',
      { command: 'MakeCall', arguments: { phoneNumber: 'AT+CFUN=0' } },
      'The phone number must be a number of 3 to 15 digits',
    ],
    ['an unknown argument', { command: 'Query', arguments: { force: true } }, 'Query takes no force'],
    ['no argument', { command: 'MicVol' }, 'The level is missing. Give a number from 1 to 9'],
    ['an object', { command: 'MicVol', arguments: { level: { a: 1 } } }, 'The level must be a number from 1 to 9'],
  ])('is refused with %s, and the unit receives nothing', async (_, given, message) => {
    const { UnitSerNum, user, browser, end } = await aConsole();
    await say(browser, user, UnitSerNum, given);
    expect(await browser.hear()).toEqual({ action: 'refused', code: 'INVALID', message, requestId: 'request-1' });
    expect(await commandStore.waiting(UnitSerNum)).toEqual([]);
    expect(await auditOf('unit', UnitSerNum)).toEqual([]);
    expect(end.heard.map(({ message: heard }) => heard.type)).not.toContain('command');
    await browser.close();
  });

  it('is refused for another model or modem than the unit has [P2-C102]', async () => {
    const unit = await aUnit({ dealer: 220, UnitModel: 'myConnect' });
    await heldUnit(unit.UnitSerNum, bridge.commandUrl);
    const user = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
    const browser = await aBrowser(user);
    const { UnitSerNum, IMEI: imei } = unit;
    const message = {
      action: 'command',
      token: await tokenOf(user),
      UnitSerNum,
      requestId: '1',
      command: 'forcePing',
    } as const;
    for (const other of [{ UnitModel: 'MXD-LTE' }, { imei: '356938035643809' }] as const) {
      browser.say({ ...message, UnitModel: 'myConnect', imei, ...other });
      expect(await browser.hear()).toMatchObject({ action: 'refused', code: 'INVALID', requestId: '1' });
    }
    await TestUnit.loggedIn(bridge, UnitSerNum, { UnitModel: 'myConnect' });
    browser.say({ ...message, UnitModel: 'myConnect', imei });
    expect(await browser.hear()).toMatchObject({ action: 'recorded', requestId: '1' });
    await browser.close();
  });
});

describe('a console that is known to its instance', () => {
  it.each([
    ['is disabled', { UserStatus: 0 }, 'UNAUTHENTICATED'],
    ['has lost the flag', { flags: [] }, 'FORBIDDEN'],
  ])('gives no command and takes no console from the moment its user %s', async (_, fields, code) => {
    const { UnitSerNum, user, browser, end } = await aConsole();
    await give(browser, user, UnitSerNum);
    // A command that still waits would end with its giver's rights.
    await end.hears('command');
    const audited = await auditedOf(UnitSerNum);
    await UserEntity.patch({ UserKey: user.UserKey }).set(fields).go();
    await say(browser, user, UnitSerNum, { requestId: 'request-2' });
    expect(await refusalOf(browser)).toMatchObject({ code, requestId: 'request-2' });
    browser.say({ action: 'custody', UnitSerNum, act: 'take' });
    expect(await refusalOf(browser)).toMatchObject({ code });
    expect(await auditedOf(UnitSerNum)).toEqual(audited);
    await browser.close();
  });
});

/** The next refusal of what the browser said. A topic whose right was lost is refused too, when something is published on it. */
async function refusalOf(browser: Browser) {
  for (let heard = await browser.hear(); heard; heard = await browser.hear())
    if ('action' in heard && heard.action === 'refused' && heard.topic === undefined) return heard;
  return undefined;
}

describe('the audit of a unit', () => {
  it('has each command with its arguments, and its outcome as the unit reports it', async () => {
    const { UnitSerNum, user, browser, end } = await aConsole();
    const commandId = await give(browser, user, UnitSerNum, { command: 'SpeakerVol', arguments: { level: 7 } });
    await end.hears('command');
    await end.isAcknowledged(end.say(resultOf(commandId, { outcome: 'refused', text: 'In a call' })));
    await messagesUntil(browser, 'CommandResult');
    const content = { command: 'SpeakerVol', level: 7 };
    expect(await auditedOf(UnitSerNum)).toEqual([
      { action: 'open console', actorName: user.UserName },
      { action: 'give command', actorName: user.UserName, ...content },
      { action: 'end command', actorName: user.UserName, ...content, outcome: 'refused', text: 'In a call' },
    ]);
    const reader = await aUser({ dealer: 1, flags: ['ADMIN'] });
    const own = await ask(audit.ofUser, { userKey: user.UserKey, pageSize: 10, as: reader });
    expect(own.items.map(({ action, objectKind, objectId }) => [action, objectKind, objectId])).toEqual([
      ['end command', 'unit', UnitSerNum],
      ['give command', 'unit', UnitSerNum],
      ['open console', 'unit', UnitSerNum],
    ]);
    const ofUnit = await ask(audit.ofObject, { objectKind: 'unit', objectId: UnitSerNum, pageSize: 10, as: reader });
    expect(ofUnit.items.map(({ action }) => action)).toEqual(['end command', 'give command', 'open console']);
    await browser.close();
  });

  it('has a command that the unit never answered, and one that was never sent', async () => {
    const { UnitSerNum, user, browser, end } = await aConsole();
    const ids = [
      await give(browser, user, UnitSerNum, { command: 'Run' }),
      await give(browser, user, UnitSerNum, { command: 'HangUp' }),
    ];
    await end.hears('command');
    await commandStore.end(UnitSerNum, ids[0]!, { outcome: 'unanswered' }, Date.now());
    await commandStore.end(UnitSerNum, ids[1]!, { outcome: 'unanswered' }, Date.now());
    expect((await auditedOf(UnitSerNum)).slice(3)).toMatchObject([
      { action: 'end command', command: 'Run', outcome: 'lost' },
      { action: 'end command', command: 'HangUp', outcome: 'expired' },
    ]);
    await browser.close();
  });

  it('has a command that no bridge took', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' });
    await heldUnit(UnitSerNum, 'http://127.0.0.1:1');
    const user = await aUser({ dealer: 22, flags: ['UNIT_EDIT'] });
    const browser = await aBrowser(user);
    await give(browser, user, UnitSerNum);
    expect(await browser.hear()).toMatchObject({ action: 'refused', code: 'UNAVAILABLE', requestId: 'request-1' });
    expect(await commandStore.waiting(UnitSerNum)).toEqual([]);
    expect(
      (await auditedOf(UnitSerNum)).map(({ action, outcome }: { action: string; outcome?: string }) => [
        action,
        outcome,
      ]),
    ).toEqual([
      ['open console', undefined],
      ['give command', undefined],
      ['end command', 'withdrawn'],
    ]);
    await browser.close();
  });

  it('leaves out keep-alives, which change nothing', async () => {
    const { UnitSerNum, user, browser, end } = await aConsole();
    const commandId = await give(browser, user, UnitSerNum, { command: 'StayAlive' });
    await end.hears('command');
    await end.isAcknowledged(end.say(resultOf(commandId)));
    expect(await commandStore.waiting(UnitSerNum)).toEqual([]);
    expect(await auditOf('unit', UnitSerNum)).toEqual([]);
    await browser.close();
  });

  it('has each reminder: who set it, that it was given, and its outcome', async () => {
    const scope = scopeOf(await aUser());
    const { unit, reminder } = await aReminder(scope, { UnitModel: 'MXD-LTE' });
    const { UnitSerNum, browser, end } = await aConsole(unit);
    await invoke('on-reminder-due', eventOf(messageOf(reminder)));
    const { message } = await end.hears('command');
    await end.isAcknowledged(end.say(resultOf(message.commandId)));
    const given = { actorName: 'Watchkeep', command: 'PlayMultiMessage', messages: '2', setBy: scope.userName };
    expect(await auditedOf(UnitSerNum)).toMatchObject([
      { action: 'schedule reminder', actorName: scope.userName, Message: 'TakeMedication' },
      { action: 'give command', ...given },
      { action: 'end command', ...given, outcome: 'done' },
    ]);
    await browser.close();
  });
});

describe('a live message', () => {
  const INVALID = { action: 'refused', code: 'INVALID' };
  it.each([
    [{ action: 'command', token: 'a\u0000b', UnitSerNum: '400220', requestId: '1', command: 'Query' }],
    [{ action: 'command', token: 't', UnitSerNum: '400220', requestId: '1', command: 'Que\u001b[2Jry' }],
    [
      {
        action: 'command',
        token: 't',
        UnitSerNum: '400220',
        requestId: '1',
        command: 'Run',
        arguments: { a: '\u0007' },
      },
    ],
    [
      {
        action: 'command',
        token: 't',
        UnitSerNum: '400220',
        requestId: '1',
        command: 'Run',
        arguments: { 'a\u0007': 1 },
      },
    ],
    [
      {
        action: 'command',
        token: 't',
        UnitSerNum: '400220',
        requestId: '1',
        command: 'Run',
        arguments: { a: '\ud800' },
      },
    ],
    [{ action: 'command', token: 't', UnitSerNum: '400220', requestId: '1', command: 'Run', imei: '\uffff' }],
    [{ action: 'command', token: 't', UnitSerNum: '400220', requestId: '1\n', command: 'Run' }],
    [{ action: 'subscribe', topic: 'console:400220\u0000' }],
    [{ action: 'unsubscribe', topic: 'console:400\u001b220' }],
    [{ action: 'ping\u0000' }],
  ])('with unprintable text is refused: %j', async (message) => {
    const browser = await aBrowser(await aUser({ flags: ['UNIT_EDIT'] }));
    browser.sayRaw(JSON.stringify(message));
    expect(await browser.hear()).toMatchObject(INVALID);
    await browser.close();
  });
});
