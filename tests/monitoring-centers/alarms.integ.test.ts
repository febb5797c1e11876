import { beforeAll, describe, expect, it } from 'vitest';
import type { AlarmKey } from '#core/monitoring-centers/alarm.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { HOUR, instant, SECOND } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { fullNameOf, type UserRecord } from '#core/users/user-record.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { auditOf } from '#support/audit.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

const NUMBER = '5035550155';
let kim: UserRecord;
let sam: UserRecord;
let unit: UnitRecord;
let sequence = 0;

beforeAll(async () => {
  await someDealers();
  setClock(TODAY);
  kim = await aUser({ dealer: 22, type: 4, flags: [] });
  sam = await aUser({ dealer: 220, type: 4, flags: [] });
  unit = await aUnit({ dealer: 220, MSISDN1: NUMBER });
});

async function anEvent(eventType = 'Event 101', more: object = {}): Promise<AlarmKey> {
  const { UnitSerNum } = unit;
  sequence += 1;
  const timeStamp = instant(TODAY - HOUR + sequence * SECOND);
  const event = { timeStamp, receivedAt: instant(TODAY - 42 * SECOND), sequence, eventType, ...more };
  await unitLogStore.recordEvent(UnitSerNum, `1-${sequence}`, event);
  return { UnitSerNum, timeStamp, sequence };
}

const shown = async (key: AlarmKey, as: UserRecord) => {
  const { events } = await ask(monitoringCenters.recentEvents, { phoneNumber: NUMBER, as });
  return events.find((event) => event.sequence === key.sequence)?.alarm;
};

describe('an alarm in the view of a monitoring centre', () => {
  it('says who has it, after how long, what was noted and how it ended [P3-B19]', async () => {
    setClock(TODAY);
    const key = await anEvent();
    expect(await shown(key, kim)).toEqual({ version: 0, isMine: false, notes: [] });
    await ask(monitoringCenters.changeAlarm, { ...key, action: 'take', version: 0, as: kim });
    const name = fullNameOf(kim);
    expect(await shown(key, kim)).toMatchObject({ heldBy: name, isMine: true, secondsToAnswer: 42, version: 1 });
    expect(await shown(key, sam)).toMatchObject({ heldBy: name, isMine: false });
    await ask(monitoringCenters.changeAlarm, { ...key, action: 'note', version: 1, text: 'No answer yet', as: sam });
    const wanted = { ...key, action: 'close' as const, version: 2, closeCode: 2 as const };
    const foreign = await call(monitoringCenters.changeAlarm, { ...wanted, as: sam });
    expect([foreign.status, foreign.body.message]).toEqual([409, `${name} has the alarm`]);
    const closed = await ask(monitoringCenters.changeAlarm, { ...wanted, as: kim });
    expect(closed).toMatchObject({ closedBy: name, closeCode: 2, notes: [{ text: 'No answer yet' }] });
    expect(await shown(key, sam)).toMatchObject({ closeCode: 2, version: 3 });
    const entries = (await auditOf('unit', unit.UnitSerNum)).map(({ action }) => action);
    expect(entries.slice(-3).sort()).toEqual(['close alarm', 'take alarm', 'write note on alarm']);
  });

  it('is taken by one of two operators at the same moment', async () => {
    setClock(TODAY);
    const key = await anEvent();
    const take = (as: UserRecord) => call(monitoringCenters.changeAlarm, { ...key, action: 'take', version: 0, as });
    const statuses = (await Promise.all([take(kim), take(sam)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
  });

  it('does not exist for another dealer, nor if the event is no alarm', async () => {
    setClock(TODAY);
    const key = await anEvent();
    const other = await aUser({ dealer: 49, type: 4, flags: [] });
    const take = { action: 'take' as const, version: 0 };
    expect((await call(monitoringCenters.changeAlarm, { ...key, ...take, as: other })).status).toBe(404);
    for (const event of [await anEvent('Event 602'), await anEvent('Event 101', { test: true })]) {
      expect((await call(monitoringCenters.changeAlarm, { ...event, ...take, as: kim })).status).toBe(404);
      expect(await shown(event, kim)).toBeUndefined();
    }
  });

  it('does not exist for the dealer that got the unit after it', async () => {
    setClock(TODAY);
    const formerDealers = [{ DealerKey: 220, until: instant(TODAY - HOUR) }];
    const { UnitSerNum } = await aUnit({ dealer: 49, formerDealers });
    const operator = await aUser({ dealer: 49, type: 4, flags: [] });
    const taken = async (at: number) => {
      const event = { timeStamp: instant(at), receivedAt: instant(at), sequence: 1, eventType: 'Event 101' };
      await unitLogStore.recordEvent(UnitSerNum, `1-${at}`, event);
      const key = { UnitSerNum, timeStamp: event.timeStamp, sequence: 1 };
      return call(monitoringCenters.changeAlarm, { ...key, action: 'take', version: 0, as: operator });
    };
    expect((await taken(TODAY - HOUR - SECOND)).status).toBe(404);
    expect((await taken(TODAY - HOUR + SECOND)).status).toBe(200);
  });

  it('is for monitoring centres only', async () => {
    const key = await anEvent();
    const staff = await aUser({ dealer: 22, flags: ['ADMIN', 'ENGINEER', 'UNIT_EDIT'] });
    const { status } = await call(monitoringCenters.changeAlarm, { ...key, action: 'take', version: 0, as: staff });
    expect(status).toBe(403);
  });
});
