import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AlarmKey, eventOf } from '#core/monitoring-centers/alarm.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { instant, MINUTE } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { contactStore } from '#data/dealer-settings/contacts.ts';
import { dealerSettingsStore } from '#data/dealer-settings/dealer-settings.ts';
import { escalate } from '#data/monitoring-centers/escalation.ts';
import { recordAlarm } from '#data/monitoring-centers/record-alarm.ts';
import { ask } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { mailsTo } from '#support/inbox.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { follow } from '#support/reactions.ts';
import { aStreamReader } from '#support/stream.ts';
import { withMessage } from '#support/with-message.ts';
import { scopeOf } from '#support/world.ts';

const contacts = { 220: `${randomUUID()}@oregon.example`, 22: `${randomUUID()}@acme.example` };
const NOW = Date.now();
const sender = process.env.MAIL_SENDER;
let kim: UserRecord;
let unit: UnitRecord;
let stream: Awaited<ReturnType<typeof aStreamReader>>;
let sequence = 0;

/** Sets the minutes of a dealer, and its only contact for emergencies. */
async function settings(dealer: 22 | 220, EscalateAfter: number) {
  const address = contacts[dealer];
  await contactStore.confirm(dealer, address, NOW);
  const setting = { SettingName: 'Emergency Email', SettingValue: address, ContactMethod: 'Email' as const };
  await dealerSettingsStore.change(
    scopeOf(await aUser({ dealer, flags: ['ADMIN'] })),
    'change account details',
    ({ account, lists }) => ({ account, lists: { ...lists, EscalateAfter, notificationSettings: [setting] } }),
    NOW,
  );
}

beforeAll(async () => {
  await someDealers();
  setClock(NOW);
  kim = await aUser({ dealer: 220, type: 4, flags: [] });
  unit = await aUnit({ dealer: 220 });
  await settings(220, 5);
  await settings(22, 0);
  stream = await aStreamReader();
});

async function anAlarm(of: UnitRecord = unit, eventType = 'Event 101'): Promise<AlarmKey> {
  sequence += 1;
  const timeStamp = instant(NOW - sequence * MINUTE);
  const event = { timeStamp, receivedAt: instant(NOW), sequence, eventType };
  await recordAlarm(of.UnitSerNum, `1-${sequence}`, event, { once: false }, NOW);
  return { UnitSerNum: of.UnitSerNum, timeStamp, sequence };
}

const shown = async ({ sequence: wanted }: AlarmKey) =>
  (await ask(monitoringCenters.operatorBoard, { as: kim })).items
    .flatMap(({ alarms }) => alarms)
    .find((alarm) => alarm.sequence === wanted);
const change = (key: AlarmKey, action: 'take' | 'release' | 'note', version: number) =>
  ask(monitoringCenters.changeAlarm, { ...key, action, version, text: action === 'note' ? 'No answer' : '', as: kim });
const run = async (at: number) => {
  setClock(at);
  expect(await invoke('on-alarm-due', {})).toEqual({ failed: 0 });
  setClock(NOW);
};
/** Follows what has happened, each change twice, and returns the mails to a contact about alarms that nobody took. */
async function mails(dealer: 22 | 220, about = 'Alarm not taken') {
  await follow(await stream.next(), { times: 2 });
  return (await mailsTo(contacts[dealer])).filter(({ subject }) => subject.startsWith(about));
}

describe('an alarm that nobody takes', () => {
  it('goes first after the minutes of its dealer, and is mailed once to the dealer and the one above', async () => {
    const key = await anAlarm();
    await run(NOW + 5 * MINUTE - 1);
    expect((await shown(key))?.escalatedAt).toBeUndefined();
    await run(NOW + 5 * MINUTE);
    const at = NOW + 6 * MINUTE;
    const again = { UnitSerNum: key.UnitSerNum, event: eventOf(key) };
    await Promise.all([escalate(again, at), escalate(again, at), run(at)]);
    const older = await anAlarm();
    const { items } = await ask(monitoringCenters.operatorBoard, { as: kim });
    expect(items[0]?.alarms[0]).toMatchObject({ sequence: key.sequence, escalatedAt: instant(NOW + 5 * MINUTE) });
    expect((await shown(older))?.escalatedAt).toBeUndefined();
    await change(older, 'take', 0);
    for (const dealer of [220, 22] as const) {
      const told = await mails(dealer);
      expect(told).toHaveLength(1);
      expect(told[0]!.text).toContain(`unit ${unit.UnitSerNum} within 5 minutes: Personal emergency (Event 101)`);
    }
    await change(key, 'take', 0);
    expect(await shown(key)).toMatchObject({ alarm: { isMine: true } });
  });

  it('is not escalated once somebody has it, and has its whole time again after a release', async () => {
    const key = await anAlarm(unit, 'Event 102');
    const before = (await mails(220)).length;
    await change(key, 'note', 0);
    await change(key, 'take', 1);
    await run(NOW + 10 * MINUTE);
    expect((await shown(key))?.escalatedAt).toBeUndefined();
    setClock(NOW + 10 * MINUTE);
    await change(key, 'release', 2);
    await run(NOW + 15 * MINUTE - 1);
    expect((await shown(key))?.escalatedAt).toBeUndefined();
    expect(await mails(220)).toHaveLength(before);
    await run(NOW + 15 * MINUTE);
    expect((await shown(key))?.escalatedAt).toBe(instant(NOW + 15 * MINUTE));
    expect(await mails(220)).toHaveLength(before + 1);
  });

  it('is mailed once for all units of a storm', async () => {
    const timeStamp = instant(NOW - 60 * MINUTE);
    for (let index = 0; index < 12; index++) {
      const { UnitSerNum } = await aUnit({ dealer: 220 });
      const event = { timeStamp, receivedAt: instant(NOW), sequence: 1000 + index, eventType: 'Event 130' };
      await recordAlarm(UnitSerNum, `2-${index}`, event, { once: false }, NOW);
    }
    const before = (await mails(22)).length;
    await run(NOW + 5 * MINUTE);
    expect(await mails(22)).toHaveLength(before + 1);
    const { items } = await ask(monitoringCenters.operatorBoard, { as: kim });
    expect(items.find(({ incident }) => incident?.eventType === 'Event 130')?.incident).toMatchObject({
      escalated: true,
      count: 12,
    });
  });

  it('is mailed once whatever times a unit reports, also times to come', async () => {
    const flooding = await aUnit({ dealer: 220 });
    for (let index = 0; index < 12; index++) {
      const timeStamp = instant(NOW + (index - 6) * MINUTE);
      const event = { timeStamp, receivedAt: instant(NOW), sequence: 2000 + index, eventType: 'Event 121' };
      await recordAlarm(flooding.UnitSerNum, `3-${index}`, event, { once: false }, NOW);
    }
    const before = { 220: (await mails(220)).length, 22: (await mails(22)).length };
    await run(NOW + 5 * MINUTE);
    for (const dealer of [220, 22] as const) expect(await mails(dealer)).toHaveLength(before[dealer] + 1);
    // It does not use up the mails of alarms to come.
    await recordAlarm(
      (await aUnit({ dealer: 220 })).UnitSerNum,
      '4-1',
      {
        timeStamp: instant(NOW + 5 * MINUTE),
        receivedAt: instant(NOW + 5 * MINUTE),
        sequence: 3000,
        eventType: 'Event 122',
      },
      { once: false },
      NOW + 5 * MINUTE,
    );
    await run(NOW + 10 * MINUTE);
    expect(await mails(22)).toHaveLength(before[22] + 2);
  });

  it('is mailed after all if its change is lost, or its mail fails', async () => {
    const key = await anAlarm(await aUnit({ dealer: 220 }), 'Event 111');
    const before = { 220: (await mails(220)).length, 22: (await mails(22)).length };
    await run(NOW + 5 * MINUTE);
    await stream.next();
    await run(NOW + 10 * MINUTE - 1);
    for (const dealer of [220, 22] as const) expect(await mails(dealer)).toHaveLength(before[dealer]);
    await run(NOW + 10 * MINUTE);
    process.env.MAIL_SENDER = 'no address';
    await expect(mails(220)).rejects.toThrow(withMessage('What follows a change failed'));
    process.env.MAIL_SENDER = sender;
    await run(NOW + 15 * MINUTE);
    for (const dealer of [220, 22] as const) expect(await mails(dealer)).toHaveLength(before[dealer] + 1);
    // All of it is done: nothing follows any more.
    await run(NOW + 25 * MINUTE);
    for (const dealer of [220, 22] as const) expect(await mails(dealer)).toHaveLength(before[dealer] + 1);
    expect((await shown(key))?.escalatedAt).toBe(instant(NOW + 5 * MINUTE));
  });

  it('is escalated again if somebody takes and releases it after its escalation', async () => {
    const key = await anAlarm(await aUnit({ dealer: 220 }), 'Event 112');
    await run(NOW + 5 * MINUTE);
    const before = (await mails(220)).length;
    setClock(NOW + 20 * MINUTE);
    await change(key, 'take', 0);
    await change(key, 'release', 1);
    await run(NOW + 25 * MINUTE);
    expect((await shown(key))?.escalatedAt).toBe(instant(NOW + 25 * MINUTE));
    setClock(NOW + 25 * MINUTE);
    expect(await mails(220)).toHaveLength(before + 1);
  });

  it('is escalated if somebody has it and does nothing for half an hour', async () => {
    const key = await anAlarm(await aUnit({ dealer: 220 }), 'Event 117');
    await change(key, 'take', 0);
    setClock(NOW + 20 * MINUTE);
    await change(key, 'note', 1);
    await run(NOW + 50 * MINUTE - 1);
    expect((await shown(key))?.escalatedAt).toBeUndefined();
    await run(NOW + 50 * MINUTE);
    expect(await shown(key)).toMatchObject({ escalatedAt: instant(NOW + 50 * MINUTE), alarm: { isMine: true } });
    for (const dealer of [220, 22] as const) {
      const told = await mails(dealer, 'Alarm taken and left');
      expect(told.filter(({ text }) => text.includes('nothing about it for 30 minutes: Flame'))).toHaveLength(1);
    }
    const before = (await mails(220, 'Alarm taken and left')).length;
    await run(NOW + 120 * MINUTE);
    expect(await mails(220, 'Alarm taken and left')).toHaveLength(before);
  });

  it('waits for ever if its dealer gives no minutes', async () => {
    const key = await anAlarm(await aUnit({ dealer: 22 }));
    const admin = await aUser({ dealer: 22, type: 4, flags: [] });
    await run(NOW + 60 * MINUTE);
    const { items } = await ask(monitoringCenters.operatorBoard, { as: admin });
    const alarm = items.flatMap(({ alarms }) => alarms).find((one) => one.UnitSerNum === key.UnitSerNum);
    expect(alarm?.escalatedAt).toBeUndefined();
    expect(alarm).toBeDefined();
  });
});
