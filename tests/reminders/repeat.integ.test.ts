import { beforeAll, describe, expect, it, vi } from 'vitest';
import { reminders } from '#core/reminders/contract.ts';
import { missedFrom } from '#core/reminders/reminder.ts';
import { DAY, HOUR, instant, MINUTE } from '#core/time.ts';
import { wallClock } from '#core/time-zones.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { ReminderEntity } from '#data/reminders/reminder-entity.ts';
import { reminderOutcomeStore } from '#data/reminders/reminder-outcomes.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { eventOf } from '#support/queue.ts';
import { messageOf } from '#support/reminders.ts';

let user: UserRecord;
beforeAll(async () => {
  await someDealers();
  user = await aUser({ dealer: 22, flags: ['MYSCHEDULER'] });
});

const zone = 'America/Denver';
const inHours = (hours: number) => wallClock(Date.now() + hours * HOUR, zone);

/** A daily reminder of a new unit, whose present occurrence was due `ago` milliseconds ago. */
async function aDaily(ago: number, state: 'sent' | 'missed' | 'scheduled') {
  const { UnitSerNum } = await aUnit({ dealer: 22, UnitModel: 'MXD-LTE' });
  const asked = { UnitSerNum, Message: 'TakeMedication', timeZone: zone, repeat: true, as: user } as const;
  await ask(reminders.schedule, { ...asked, MessageTime: inHours(2) });
  const MessageTime = instant(Math.floor((Date.now() - ago) / MINUTE) * MINUTE);
  await ReminderEntity.patch({ UnitSerNum, Message: 'TakeMedication' })
    .set({ MessageTime, startTime: wallClock(Date.parse(MessageTime), zone).slice(11), state })
    .go();
  return { UnitSerNum, Message: 'TakeMedication', MessageTime } as const;
}

const over = missedFrom({ MessageTime: instant(0) }) + 2 * MINUTE;
const dueAgain = async (due: Parameters<typeof messageOf>[0]) =>
  expect(await invoke('on-reminder-due', eventOf(messageOf(due)))).toEqual({ batchItemFailures: [] });

describe('a schedule message', () => {
  it('may end on the day on which it begins', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 22 });
    const [startDate, startTime] = inHours(3).split('T') as [string, string];
    const asked = { UnitSerNum, Message: 'TestUnit', startDate, startTime, timeZone: zone } as const;
    const day = { repeat: true, repeatFrequency: 'daily', endDate: startDate } as const;
    expect((await call(reminders.schedule, { ...asked, ...day, as: user })).status).toBe(200);
  });

  it('has a start day and time, repeats until a day, and shows its next and last test [P2-E19]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 22 });
    const [startDate, startTime] = inHours(3).split('T') as [string, string];
    const endDate = wallClock(Date.now() + 30 * DAY, zone).slice(0, 10);
    const asked = { UnitSerNum, Message: 'TestUnit', startDate, startTime, timeZone: zone, endDate } as const;
    const stored = await ask(reminders.schedule, { ...asked, repeat: true, repeatFrequency: 'weekly', as: user });
    expect(stored).toMatchObject({
      startDate,
      startTime,
      endDate,
      repeatFrequency: 'weekly',
      timeZone: zone,
      state: 'scheduled',
    });
    expect(wallClock(Date.parse(stored.MessageTime), zone)).toBe(`${startDate}T${startTime}`);
    expect(stored.nextTest).toBe(stored.MessageTime);
    expect(stored).not.toHaveProperty('lastTest');
    await reminderOutcomeStore.settle(stored, 'sent', Date.now());
    const { items } = await ask(reminders.list, { UnitSerNum, as: user });
    expect(items).toMatchObject([{ lastTest: stored.MessageTime, state: 'sent' }]);
    expect(items[0]).not.toHaveProperty('nextTest');
    await ask(reminders.schedule, { ...asked, replace: true, as: user });
    expect((await ask(reminders.list, { UnitSerNum, as: user })).items[0]).not.toHaveProperty('repeatFrequency');
  });

  it('without a zone has the offset of the browser [P2-E19]', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 22 });
    const MessageTime = wallClock(Date.now() + 2 * HOUR, 'UTC');
    const asked = { UnitSerNum, Message: 'TestUnit', MessageTime, TimeOffset: 300, as: user } as const;
    const stored = await ask(reminders.schedule, asked);
    expect(Date.parse(stored.MessageTime)).toBe(Date.parse(`${MessageTime}Z`) + 300 * MINUTE);
  });

  it.each<[string, object, string]>([
    ['no time', { timeZone: zone }, 'MessageTime'],
    ['a day without a time', { timeZone: zone, startDate: '2030-01-01' }, 'MessageTime'],
    ['neither zone nor offset', { MessageTime: inHours(2) }, 'timeZone'],
    ['only an offset, though it repeats', { MessageTime: inHours(20), TimeOffset: 0, repeat: true }, 'timeZone'],
    [
      'an end before its start',
      { MessageTime: inHours(48), timeZone: zone, repeat: true, endDate: '2026-01-01' },
      'endDate',
    ],
  ])('with %s is refused', async (_, asked, path) => {
    const { UnitSerNum } = await aUnit({ dealer: 22 });
    const answer = await call(reminders.schedule, { UnitSerNum, Message: 'TestUnit', ...asked, as: user } as never);
    expect(answer).toMatchObject({ status: 422, body: { issues: [{ path }] } });
  });
});

describe('a reminder that repeats', () => {
  it.each(['sent', 'missed'] as const)('and was %s is scheduled for its next time, once', async (state) => {
    const due = await aDaily(over, state);
    expect(await reminderOutcomeStore.repeat(due, Date.now())).toBe(true);
    expect(await reminderOutcomeStore.repeat(due, Date.now())).toBe(false);
    await dueAgain(due);
    const next = await reminderStore.get(due.UnitSerNum, due.Message);
    expect(next).toMatchObject({ state: 'scheduled', repeatFrequency: 'daily' });
    expect(Date.parse(next!.MessageTime)).toBeGreaterThan(Date.now());
    expect(Date.parse(next!.MessageTime) - Date.parse(due.MessageTime)).toBeLessThanOrEqual(DAY + HOUR);
    expect(next!.lastTest).toBe(state === 'sent' ? due.MessageTime : undefined);
  });

  it('and is told as missed by its unit at this moment is scheduled for its next time all the same', async () => {
    const due = await aDaily(over, 'sent');
    const { get } = reminderStore;
    const reads = vi.spyOn(reminderStore, 'get').mockImplementationOnce(async (...name) => {
      const found = await get(...name);
      await reminderOutcomeStore.settle(due, 'missed', Date.now());
      return found;
    });
    expect(await reminderOutcomeStore.repeat(due, Date.now())).toBe(true);
    reads.mockRestore();
    const next = await reminderStore.get(due.UnitSerNum, due.Message);
    expect(next).toMatchObject({ state: 'scheduled' });
    expect(next).not.toHaveProperty('lastTest');
  });

  it('and waits for its outcome is not scheduled yet', async () => {
    const due = await aDaily(0, 'scheduled');
    expect(await reminderOutcomeStore.repeat(due, Date.now())).toBe(false);
  });

  it('and got no answer is missed first, and then scheduled for its next time', async () => {
    const due = await aDaily(over, 'scheduled');
    await dueAgain(due);
    expect(await reminderStore.get(due.UnitSerNum, due.Message)).toMatchObject({ state: 'scheduled' });
    expect((await reminderStore.get(due.UnitSerNum, due.Message))?.MessageTime).not.toBe(due.MessageTime);
  });

  it('keeps its last test when another one takes its place', async () => {
    const due = await aDaily(over, 'sent');
    const { UnitSerNum, Message } = due;
    const asked = { UnitSerNum, Message, MessageTime: inHours(5), timeZone: zone };
    expect(await ask(reminders.schedule, { ...asked, as: user })).toMatchObject({ lastTest: due.MessageTime });
    const next = { ...asked, MessageTime: inHours(6), replace: true, as: user };
    expect(await ask(reminders.schedule, next)).toMatchObject({ lastTest: due.MessageTime });
    expect(await reminderStore.get(UnitSerNum, Message)).toMatchObject({ lastTest: due.MessageTime });
  });

  it('and was deleted meanwhile stays deleted', async () => {
    const due = await aDaily(over, 'sent');
    await ask(reminders.remove, { UnitSerNum: due.UnitSerNum, Message: due.Message, as: user });
    await dueAgain(due);
    expect(await reminderStore.get(due.UnitSerNum, due.Message)).toBeUndefined();
  });
});
