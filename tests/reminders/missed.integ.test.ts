import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { tableCommands } from '#bridge/adapters/commands.ts';
import type { Bridge } from '#bridge/bridge.ts';
import { dealerSettings } from '#core/dealer-settings/contract.ts';
import { settingName } from '#core/dealer-settings/notification-settings.ts';
import { commandIdOf, missedFrom, REMINDER_MESSAGES, type Reminder, reminderExpiry } from '#core/reminders/reminder.ts';
import { HOUR, instant, MINUTE, SECOND } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { commandStore } from '#data/consoles/commands.ts';
import { contactStore } from '#data/dealer-settings/contacts.ts';
import { reminderOutcomeStore } from '#data/reminders/reminder-outcomes.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import { UnitEntity } from '#data/units/units.ts';
import { aBridge, MemoryPorts, TestUnit } from '#support/bridge.ts';
import { ask } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { expectKilled } from '#support/doomed.ts';
import { someDealers } from '#support/fleet.ts';
import { heldUnit } from '#support/held-unit.ts';
import { mailsTo } from '#support/inbox.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { aQueue, eventOf } from '#support/queue.ts';
import { follow as followChanges } from '#support/reactions.ts';
import { aReminder, messageOf, stateOf } from '#support/reminders.ts';
import { bridgeCommandSecret } from '#support/secret.ts';
import { aStreamReader } from '#support/stream.ts';
import { scopeOf } from '#support/world.ts';

const WRITTEN_TO = 'watch@oregon.example';
let scope: ReturnType<typeof scopeOf>;
let bridge: Bridge;
let stream: Awaited<ReturnType<typeof aStreamReader>>;

beforeAll(async () => {
  await someDealers();
  const admin = await aUser({ dealer: 22, flags: ['ADMIN'] });
  scope = scopeOf(admin);
  const told = { SettingName: settingName('Reminder Missed', 'Email'), SettingValue: WRITTEN_TO };
  await contactStore.confirm(admin.DealerKey, told.SettingValue, Date.now());
  await ask(dealerSettings.addNotification, { ...told, ContactMethod: 'Email', as: admin });
  process.env.REMINDER_QUEUE_URL = (await aQueue()).url;
  stream = await aStreamReader();
});
beforeEach(async () => {
  // The commands are recorded in the table, as in a deployed bridge.
  const memory = new MemoryPorts();
  const ports = Object.assign(memory, { commands: tableCommands(memory.log) });
  bridge = await aBridge(ports, { commandSecret: await bridgeCommandSecret() }, { now: () => Date.now() });
});
afterEach(() => bridge.close());

/** A reminder whose unit is not connected, so that it waits. */
async function aWaitingReminder() {
  const given = await aReminder(scope);
  await comes(given.reminder);
  expect(await stateOf(given.reminder)).toBe('waiting');
  return given;
}

const failuresOf = async (reminder: Reminder) =>
  ((await invoke('on-reminder-due', eventOf(messageOf(reminder)))) as { batchItemFailures: unknown[] })
    .batchItemFailures;
/** Delivers the reminder's message, for its due time or for its end. */
const comes = async (reminder: Reminder) => expect(await failuresOf(reminder)).toEqual([]);

const commandOf = async (reminder: Reminder) => {
  const named = [reminder.UnitSerNum, commandIdOf(reminder)] as const;
  return { waits: Boolean(await commandStore.get(...named)), outcome: (await commandStore.ended(...named))?.outcome };
};
const isMissed = async (reminder: Reminder, outcome = 'expired') => {
  expect(await stateOf(reminder)).toBe('missed');
  expect(await commandOf(reminder)).toEqual({ waits: false, outcome });
};

/** Follows every table change, `times` times. */
async function follow(times = 1): Promise<void> {
  for (let Records = await stream.next(); Records.length > 0; Records = await stream.next())
    await followChanges(Records, { times });
}
const mailsOf = async ({ UnitSerNum }: UnitRecord) =>
  (await mailsTo(WRITTEN_TO)).filter(({ subject }) => subject.includes(UnitSerNum));

/** The unit connects to the bridge, which then holds it. */
async function connected({ UnitSerNum }: UnitRecord) {
  const end = await TestUnit.loggedIn(bridge, UnitSerNum);
  await heldUnit(UnitSerNum, bridge.commandUrl);
  return end;
}

describe('a reminder for a unit that stays away', () => {
  it('is missed at its end, and its dealer gets one notification', async () => {
    const { unit, reminder } = await aWaitingReminder();
    setClock(missedFrom(reminder));
    await comes(reminder);
    await isMissed(reminder);
    await follow(2);
    await isMissed(reminder);
    const mails = await mailsOf(unit);
    expect(mails).toMatchObject([{ subject: `Reminder Missed: unit ${unit.UnitSerNum}` }]);
    expect(mails[0]!.text).toContain(`the reminder ‘${REMINDER_MESSAGES[reminder.Message]}’ of `);
  });

  it('is not missed earlier: the message returns to the queue', async () => {
    const { reminder } = await aWaitingReminder();
    for (const at of [reminderExpiry(reminder) + 1, missedFrom(reminder) - 1]) {
      setClock(at);
      expect(await failuresOf(reminder)).toEqual([{ itemIdentifier: 'm-1' }]);
      expect(await stateOf(reminder)).toBe('waiting');
      expect((await commandOf(reminder)).waits).toBe(true);
    }
  });

  it('is missed once, with repeated messages, simultaneous workers and late messages', async () => {
    const { unit, reminder } = await aWaitingReminder();
    setClock(missedFrom(reminder) + 3 * HOUR);
    await Promise.all([failuresOf(reminder), failuresOf(reminder), failuresOf(reminder)]);
    await comes(reminder);
    await isMissed(reminder);
    await follow();
    expect(await mailsOf(unit)).toHaveLength(1);
  });

  it('is missed even if its due message never arrived', async () => {
    const { unit, reminder } = await aReminder(scope);
    setClock(missedFrom(reminder));
    await comes(reminder);
    expect(await stateOf(reminder)).toBe('missed');
    expect(await commandOf(reminder)).toEqual({ waits: false, outcome: undefined });
    await follow();
    expect(await mailsOf(unit)).toHaveLength(1);
  });

  it('is missed if a bridge accepted it and died', async () => {
    const { reminder } = await aWaitingReminder();
    await reminderOutcomeStore.settle(reminder, 'sent', Date.now());
    setClock(missedFrom(reminder));
    await comes(reminder);
    await isMissed(reminder);
  });

  it.each(['before', 'sent'] as const)(
    'is missed together with its command, also if the worker is killed (%s its transaction) and the message arrives again',
    async (when) => {
      const { reminder } = await aReminder(scope, { ago: HOUR + 2 * MINUTE });
      const command = {
        commandId: commandIdOf(reminder),
        command: 'PlayMultiMessage',
        arguments: {},
        givenBy: 'x',
        DealerKey: 22,
      };
      const { UnitSerNum } = reminder;
      await reminderOutcomeStore.queueCommand(
        reminder,
        { ...command, UnitSerNum, validUntil: reminderExpiry(reminder) },
        Date.now(),
      );
      await expectKilled('on-reminder-due', eventOf(messageOf(reminder)), { killedAt: 1, when });
      expect(await stateOf(reminder)).toBe(when === 'sent' ? 'missed' : 'waiting');
      expect((await commandOf(reminder)).waits).toBe(when === 'before');
      await comes(reminder);
      await isMissed(reminder);
    },
  );
});

describe('a unit that reconnects', () => {
  /** The unit connects when a second of the hour is left, and gets the reminder. */
  async function inTheLastSecond() {
    const { unit, reminder } = await aWaitingReminder();
    setClock(reminderExpiry(reminder) - SECOND);
    const end = await connected(unit);
    const { message } = await end.hears('command');
    return { unit, reminder, end, message };
  }

  it('after it went to another dealer does not get the reminder, which is missed', async () => {
    const { unit, reminder } = await aWaitingReminder();
    await UnitEntity.patch({ UnitSerNum: unit.UnitSerNum }).set({ DealerKey: 49, dealerPath: '/1/49/' }).go();
    const end = await connected(unit);
    await expect(end.hears('command', 500)).rejects.toThrow(/waited in vain for command/);
    await follow();
    await isMissed(reminder);
    expect(await mailsOf(unit)).toEqual([]);
  });

  it('a moment before the end gets the reminder, and may answer after it', async () => {
    const { unit, reminder, end, message } = await inTheLastSecond();
    setClock(reminderExpiry(reminder) + 3 * SECOND);
    expect(await failuresOf(reminder)).toHaveLength(1);
    end.say({
      type: 'commandResult',
      MessageTime: Date.now(),
      commandId: message.commandId,
      outcome: 'done',
      answer: {},
    });
    await vi.waitFor(async () => expect(await commandOf(reminder)).toEqual({ waits: false, outcome: 'done' }), 5_000);
    // The stream is late: the outcome is in the record of the command.
    setClock(missedFrom(reminder));
    await comes(reminder);
    expect(await stateOf(reminder)).toBe('sent');
    await follow();
    expect(await stateOf(reminder)).toBe('sent');
    expect(await mailsOf(unit)).toEqual([]);
  });

  it('a moment before the end and never answers has missed it', async () => {
    const { unit, reminder } = await inTheLastSecond();
    setClock(missedFrom(reminder));
    await comes(reminder);
    await follow();
    await isMissed(reminder, 'lost');
    expect(await mailsOf(unit)).toHaveLength(1);
  });

  it.each([
    ['before it is missed', false],
    ['after it was missed', true],
  ])('a moment after the end, %s, does not get the reminder', async (_, wasMissed) => {
    const { unit, reminder } = await aWaitingReminder();
    setClock(missedFrom(reminder));
    if (wasMissed) await comes(reminder);
    else setClock(reminderExpiry(reminder) + 1);
    const end = await connected(unit);
    await expect(end.hears('command', 300)).rejects.toThrow(/waited in vain for command/);
    setClock(missedFrom(reminder));
    await comes(reminder);
    await follow();
    await isMissed(reminder);
    expect(await mailsOf(unit)).toHaveLength(1);
  });

  it('and answers at the moment of the end has one outcome, not both', async () => {
    for (let time = 0; time < 8; time++) {
      const { unit, reminder } = await aWaitingReminder();
      setClock(missedFrom(reminder));
      const [, done] = await Promise.all([
        failuresOf(reminder),
        commandStore.end(unit.UnitSerNum, commandIdOf(reminder), { outcome: 'done' }, Date.now()).catch(() => false),
      ]);
      await comes(reminder);
      await follow();
      expect([await stateOf(reminder), (await commandOf(reminder)).outcome]).toEqual(
        done ? ['sent', 'done'] : ['missed', 'expired'],
      );
      expect(await mailsOf(unit)).toHaveLength(done ? 0 : 1);
      vi.useRealTimers();
    }
  });
});

describe('the end of a reminder that meanwhile', () => {
  it('was deleted does nothing', async () => {
    const { unit, reminder } = await aWaitingReminder();
    await reminderStore.remove(scope, unit, 'TakeMedication', Date.now());
    setClock(missedFrom(reminder));
    await comes(reminder);
    await follow();
    expect(await stateOf(reminder)).toBeUndefined();
    expect(await commandOf(reminder)).toEqual({ waits: false, outcome: 'withdrawn' });
    expect(await mailsOf(unit)).toEqual([]);
  });

  it('was moved does nothing, and the moved one has its own end', async () => {
    const { unit, reminder } = await aWaitingReminder();
    const moved = { ...reminder, MessageTime: instant(Date.parse(reminder.MessageTime) + 3 * HOUR) };
    await reminderStore.put(scope, unit, moved, { replace: true }, Date.now());
    setClock(missedFrom(reminder));
    await comes(reminder);
    expect(await stateOf(moved)).toBe('scheduled');
    setClock(missedFrom(moved));
    await comes(reminder);
    expect(await stateOf(moved)).toBe('scheduled');
    await comes(moved);
    expect(await stateOf(moved)).toBe('missed');
  });

  it('is deleted or moved at that moment leaves no command behind', async () => {
    for (let time = 0; time < 6; time++) {
      const { unit, reminder } = await aWaitingReminder();
      setClock(missedFrom(reminder));
      await Promise.all([
        failuresOf(reminder),
        time % 2 === 0
          ? reminderStore.remove(scope, unit, 'TakeMedication', Date.now())
          : reminderStore.put(
              scope,
              unit,
              { ...reminder, MessageTime: instant(Date.now()) },
              { replace: true },
              Date.now(),
            ),
      ]);
      await comes(reminder);
      expect(await stateOf(reminder)).toBe(time % 2 === 0 ? undefined : 'scheduled');
      expect(await commandStore.waiting(unit.UnitSerNum)).toEqual([]);
      vi.useRealTimers();
    }
  });
});
