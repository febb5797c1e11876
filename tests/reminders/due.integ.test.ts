import type { SQSRecord } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bridge } from '#bridge/bridge.ts';
import { commandIdOf, reminderExpiry } from '#core/reminders/reminder.ts';
import { commandFor } from '#core/reminders/unit-command.ts';
import { HOUR, instant, MINUTE, SECOND } from '#core/time.ts';
import type { Command } from '#core/unit-messages/session.ts';
import type { UnitModel } from '#core/units/unit.ts';
import { commandStore } from '#data/consoles/commands.ts';
import { reminderOutcomeStore } from '#data/reminders/reminder-outcomes.ts';
import { UnitEntity } from '#data/units/units.ts';
import { UserEntity } from '#data/users/user-entities.ts';
import { QUEUES } from '#infra/wiring.ts';
import { auditOf } from '#support/audit.ts';
import { aBridge, MemoryPorts, TestUnit } from '#support/bridge.ts';
import { someDealers } from '#support/fleet.ts';
import { heldUnit } from '#support/held-unit.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { aQueue, eventOf, takeAll } from '#support/queue.ts';
import { follow } from '#support/reactions.ts';
import { aReminder, messageOf, stateOf } from '#support/reminders.ts';
import { bridgeCommandSecret } from '#support/secret.ts';
import { aStreamReader } from '#support/stream.ts';
import { scopeOf } from '#support/world.ts';

let bridge: Bridge;
let scope: ReturnType<typeof scopeOf>;
beforeAll(async () => {
  await someDealers();
  scope = scopeOf(await aUser());
  bridge = await aBridge(new MemoryPorts(), { commandSecret: await bridgeCommandSecret() });
});
afterAll(() => bridge.close());

/** A unit with a reminder that is due now, and its scheduled message. */
async function aDueReminder(options?: Parameters<typeof aReminder>[1]) {
  const given = await aReminder(scope, options);
  return { ...given, message: messageOf(given.reminder) };
}

const due = async (message: SQSRecord) =>
  expect(await invoke('on-reminder-due', eventOf(message))).toEqual({ batchItemFailures: [] });

/** The unit connects to the bridge, which then holds it. */
async function connected(UnitSerNum: string, UnitModel: UnitModel = 'MXD-LTE') {
  const end = await TestUnit.loggedIn(bridge, UnitSerNum, { UnitModel });
  await heldUnit(UnitSerNum, bridge.commandUrl);
  return end;
}

describe('a reminder that is due', () => {
  it.each([
    ['MXD-LTE', { command: 'PlayMultiMessage', arguments: { messages: '2' } }],
    ['myConnect', { command: 'CHIME', arguments: { seconds: 20 } }],
  ] as const)('is sent to a connected %s', async (UnitModel, command) => {
    const { unit, reminder, message } = await aDueReminder({ UnitModel });
    const end = await connected(unit.UnitSerNum, UnitModel);
    await due(message);
    const { message: heard } = await end.hears('command');
    expect(heard).toMatchObject(command);
    expect((heard as Command).arguments).toEqual(command.arguments);
    expect(await stateOf(reminder)).toBe('sent');
  });

  it('is sent once, even if its message arrives several times', async () => {
    const { unit, message } = await aDueReminder();
    const end = await connected(unit.UnitSerNum);
    for (let time = 0; time < 3; time++) await due(message);
    await end.hears('command');
    await expect(end.hears('command', 300)).rejects.toThrow(/waited in vain for command/);
    expect(await commandStore.waiting(unit.UnitSerNum)).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['command', { command: 'Query', arguments: {} }],
    ['argument', { arguments: { messages: '1' } }],
  ])('does not count as sent if another %s is stored under its id', async (_, other) => {
    const { unit, reminder, message } = await aDueReminder();
    const { UnitSerNum } = unit;
    await connected(UnitSerNum);
    const command = {
      UnitSerNum,
      commandId: commandIdOf(reminder),
      ...commandFor('MXD-LTE', reminder.Message),
      ...other,
    };
    await commandStore.queue(
      { ...command, validUntil: reminderExpiry(reminder), givenBy: 'x', DealerKey: 22 },
      Date.now(),
    );
    expect(await invoke('on-reminder-due', eventOf(message))).toEqual({
      batchItemFailures: [{ itemIdentifier: 'm-1' }],
    });
    expect(await stateOf(reminder)).toBe('scheduled');
  });

  it('waits for a disconnected unit, once', async () => {
    const { unit, reminder, message } = await aDueReminder();
    await due(message);
    await due(message);
    expect(await stateOf(reminder)).toBe('waiting');
    const waiting = await commandStore.waiting(unit.UnitSerNum);
    expect(waiting).toMatchObject([
      { command: 'PlayMultiMessage', validUntil: Date.parse(reminder.MessageTime) + HOUR, givenBy: scope.userName },
    ]);
  });

  it.each([
    ['does not answer', () => 'http://127.0.0.1:1'],
    ['does not hold it any more', () => bridge.commandUrl],
  ])('is retried and then sent if the bridge of the unit %s', async (_, bridgeAddress) => {
    const { unit, reminder, message } = await aDueReminder();
    await heldUnit(unit.UnitSerNum, bridgeAddress());
    expect(await invoke('on-reminder-due', eventOf(message))).toEqual({
      batchItemFailures: [{ itemIdentifier: 'm-1' }],
    });
    expect(await stateOf(reminder)).toBe('waiting');
    expect(await commandStore.waiting(unit.UnitSerNum)).toHaveLength(1);

    const end = await connected(unit.UnitSerNum);
    await due(message);
    await end.hears('command');
    expect(await stateOf(reminder)).toBe('sent');
    await expect(end.hears('command', 300)).rejects.toThrow(/waited in vain for command/);
  });

  it('is retried for an hour', () => {
    const { visibilitySeconds, maxReceiveCount } = QUEUES.find(({ name }) => name === 'reminder')!;
    expect(visibilitySeconds).toBeLessThanOrEqual(60);
    expect((visibilitySeconds * (maxReceiveCount - 1) * SECOND) / HOUR).toBeGreaterThan(1);
  });

  it('is missed if its message arrives an hour late', async () => {
    const { unit, reminder, message } = await aDueReminder({ ago: HOUR + MINUTE });
    await due(message);
    expect(await stateOf(reminder)).toBe('missed');
    expect(await commandStore.waiting(unit.UnitSerNum)).toEqual([]);
    await due(message);
    const entries = (await auditOf('unit', unit.UnitSerNum)).filter(({ action }) => action === 'miss reminder');
    expect(entries).toMatchObject([
      {
        actorName: 'Watchkeep',
        dealerKey: unit.DealerKey,
        after: { Message: reminder.Message, MessageTime: reminder.MessageTime },
      },
    ]);
  });

  it('that its unit does not carry out is missed, with one audit entry', async () => {
    const { unit, reminder } = await aDueReminder();
    const missed = () => reminderOutcomeStore.settle(reminder, 'missed', Date.now());
    expect([await missed(), await missed()]).toEqual([true, false]);
    const entries = await auditOf('unit', unit.UnitSerNum);
    expect(entries.map(({ action }) => action).filter((action) => action === 'miss reminder')).toHaveLength(1);
  });

  it('stays missed, whatever is reported later', async () => {
    const { unit, reminder, message } = await aDueReminder();
    const end = await connected(unit.UnitSerNum);
    await reminderOutcomeStore.settle(reminder, 'missed', Date.now());
    await due(message);
    await expect(end.hears('command', 300)).rejects.toThrow(/waited in vain for command/);
    expect(await reminderOutcomeStore.settle(reminder, 'sent', Date.now())).toBe(false);
    expect(await stateOf(reminder)).toBe('missed');
  });

  it.each([
    ['was deleted', { Message: 'EatAMeal' }],
    ['was moved', { MessageTime: instant(Date.now() - MINUTE) }],
  ] as const)('sends nothing if the reminder %s meanwhile', async (_, other) => {
    const { unit, reminder } = await aDueReminder();
    await due(messageOf({ ...reminder, ...other }));
    expect(await stateOf(reminder)).toBe('scheduled');
    expect(await commandStore.waiting(unit.UnitSerNum)).toEqual([]);
  });
});

describe('a reminder acts with the rights that its dealer has when it is due. It', () => {
  const moveUnit = (UnitSerNum: string, DealerKey: number, dealerPath: string) =>
    UnitEntity.patch({ UnitSerNum }).set({ DealerKey, dealerPath }).go();

  it.each([
    ['is below the dealer', 220, '/1/22/220/'],
    ['has moved with the dealer', 22, '/1/49/22/'],
  ])('is sent if the unit %s by then', async (_, DealerKey, dealerPath) => {
    const { unit, reminder, message } = await aDueReminder();
    const end = await connected(unit.UnitSerNum);
    await moveUnit(unit.UnitSerNum, DealerKey, dealerPath);
    await due(message);
    await end.hears('command');
    expect(await stateOf(reminder)).toBe('sent');
  });

  it('is sent if the user who set it has been deleted', async () => {
    const employee = await aUser();
    const { unit, reminder } = await aReminder(scopeOf(employee));
    await UserEntity.delete({ UserKey: employee.UserKey }).go();
    const end = await connected(unit.UnitSerNum);
    await due(messageOf(reminder));
    await end.hears('command');
  });

  it.each([
    ['to another dealer', 49, '/1/49/'],
    ['above the dealer', 1, '/1/'],
  ])('is missed, and its command withdrawn, if the unit has moved %s by then', async (_, DealerKey, dealerPath) => {
    const { unit, reminder, message } = await aDueReminder();
    await due(message);
    expect(await stateOf(reminder)).toBe('waiting');
    await moveUnit(unit.UnitSerNum, DealerKey, dealerPath);
    await due(message);
    expect(await stateOf(reminder)).toBe('missed');
    expect(await commandStore.waiting(unit.UnitSerNum)).toEqual([]);
  });
});

describe('the outcome of a reminder', () => {
  it.each([
    ['done', 'sent'],
    ['failed', 'missed'],
    ['unanswered', 'missed'],
  ] as const)('with the command result %s is stored', async (outcome, state) => {
    process.env.REMINDER_QUEUE_URL = (await aQueue()).url;
    const stream = await aStreamReader();
    const { unit, reminder, message } = await aDueReminder();
    await due(message);
    const [command] = await commandStore.waiting(unit.UnitSerNum);
    await commandStore.end(unit.UnitSerNum, command!.commandId, { outcome }, Date.now());
    await follow(await stream.next());
    expect(await stateOf(reminder)).toBe(state);
    await takeAll(process.env.REMINDER_QUEUE_URL);
  });

  it('changes to missed if the unit did not carry it out', async () => {
    const { reminder } = await aDueReminder();
    await reminderOutcomeStore.settle(reminder, 'sent', Date.now());
    expect(await reminderOutcomeStore.settle(reminder, 'missed', Date.now())).toBe(true);
    expect(await stateOf(reminder)).toBe('missed');
  });
});
