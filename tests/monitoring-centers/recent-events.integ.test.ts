import { beforeAll, describe, expect, it } from 'vitest';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { DAY, HOUR, instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { recordAlarm } from '#data/monitoring-centers/record-alarm.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';

const NUMBER = '5035550142';
let operator: UserRecord;
let unit: UnitRecord;

const anEvent = (UnitSerNum: string, at: number, eventType: string, sequence = 1) =>
  unitLogStore.recordEvent(UnitSerNum, `1-${sequence}`, {
    timeStamp: instant(at),
    receivedAt: instant(at),
    sequence,
    eventType,
  });

beforeAll(async () => {
  await someDealers();
  operator = await aUser({ dealer: 22, type: 4, flags: [] });
  unit = await aUnit({ dealer: 220, MSISDN1: NUMBER });
  await anEvent(unit.UnitSerNum, TODAY - HOUR, 'Event 101');
  await anEvent(unit.UnitSerNum, TODAY - 2 * DAY, 'Event 602', 2);
  await anEvent(unit.UnitSerNum, TODAY - 40 * DAY, 'Event 602', 3);
});

const typesOf = ({ events }: { events: { eventType: string }[] }) => events.map(({ eventType }) => eventType);

describe('the recent events of a phone number', () => {
  it('are those of the last 24 hours, or of the last 31 days, the newest first [P3-C54 P3-B17]', async () => {
    setClock(TODAY);
    const day = await ask(monitoringCenters.recentEvents, { phoneNumber: NUMBER, as: operator });
    expect(day.units.map(({ UnitSerNum }) => UnitSerNum)).toEqual([unit.UnitSerNum]);
    expect(typesOf(day)).toEqual(['Event 101']);
    expect(day.events[0]).toMatchObject({ UnitSerNum: unit.UnitSerNum, timeStamp: instant(TODAY - HOUR) });
    const month = await ask(monitoringCenters.recentEvents, {
      phoneNumber: NUMBER,
      twentyFourHours: 'false',
      as: operator,
    });
    expect(typesOf(month)).toEqual(['Event 101', 'Event 602']);
    expect(month.more).toBe(false);
  });

  it.each(['+1 (503) 555-0142', '15035550142', '503-555-0142'])('are found by %s', async (phoneNumber) => {
    setClock(TODAY);
    const { events } = await ask(monitoringCenters.recentEvents, { phoneNumber, as: operator });
    expect(events).toHaveLength(1);
  });

  it('are at most 50, and say that there are more', async () => {
    setClock(TODAY);
    const busy = await aUnit({ dealer: 22, MSISDN1: '5035550143' });
    for (let index = 0; index < 51; index++) await anEvent(busy.UnitSerNum, TODAY - index * 60_000, 'Event 101', index);
    const { events, more } = await ask(monitoringCenters.recentEvents, { phoneNumber: '5035550143', as: operator });
    expect([events.length, more]).toEqual([50, true]);
    expect(events[0]!.timeStamp).toBe(instant(TODAY));
  });

  it('are beside the open alarms of the unit, however old they are and however much came since [P3-B17]', async () => {
    setClock(TODAY);
    const busy = await aUnit({ dealer: 22, MSISDN1: '5035550144' });
    const { UnitSerNum } = busy;
    const anAlarm = async (sequence: number, at: number, receivedAt: number) => {
      const event = { timeStamp: instant(at), receivedAt: instant(receivedAt), sequence, eventType: 'Event 101' };
      await recordAlarm(UnitSerNum, `1-${sequence}`, event, { once: false }, receivedAt);
      return { UnitSerNum, timeStamp: event.timeStamp, sequence };
    };
    const held = await anAlarm(1001, TODAY - 2 * DAY, TODAY - 2 * DAY);
    // Its unit had to keep it.
    await anAlarm(1002, TODAY - 35 * DAY, TODAY - HOUR);
    const closed = await anAlarm(1003, TODAY - 3 * DAY, TODAY - 3 * DAY);
    // No board shows it any more.
    await anAlarm(1004, TODAY - 32 * DAY, TODAY - 32 * DAY);
    for (let index = 0; index < 51; index++) await anEvent(UnitSerNum, TODAY - index * 60_000, 'Event 602', index);
    const change = { text: '', as: operator };
    await ask(monitoringCenters.changeAlarm, { ...held, action: 'take', version: 0, ...change });
    await ask(monitoringCenters.changeAlarm, { ...closed, action: 'take', version: 0, ...change });
    await ask(monitoringCenters.changeAlarm, { ...closed, action: 'close', closeCode: 3, version: 1, ...change });
    for (const twentyFourHours of ['true', 'false'] as const) {
      const shown = await ask(monitoringCenters.recentEvents, {
        phoneNumber: '5035550144',
        twentyFourHours,
        as: operator,
      });
      expect(typesOf(shown).slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 'Event 602'));
      expect(shown.events.slice(50)).toMatchObject([
        { UnitSerNum, sequence: 1001, alarm: { isMine: true } },
        { UnitSerNum, sequence: 1002, alarm: { isMine: false, version: 0 } },
      ]);
      expect(shown.more).toBe(true);
    }
  });

  it('have no open alarm of the time before the unit came to a dealer', async () => {
    setClock(TODAY);
    const moved = await aUnit({
      dealer: 220,
      MSISDN1: '5035550145',
      formerDealers: [{ DealerKey: 49, until: instant(TODAY - DAY) }],
    });
    const at = instant(TODAY - 2 * DAY);
    const event = { timeStamp: at, receivedAt: at, sequence: 1, eventType: 'Event 101' };
    await recordAlarm(moved.UnitSerNum, '1-1', event, { once: false }, TODAY - 2 * DAY);
    const { events } = await ask(monitoringCenters.recentEvents, { phoneNumber: '5035550145', as: operator });
    expect(events).toEqual([]);
  });

  it('of another dealer and of an unknown number are empty', async () => {
    setClock(TODAY);
    const foreign = await aUser({ dealer: 49, type: 4, flags: [] });
    for (const [phoneNumber, as] of [
      [NUMBER, foreign],
      ['9995550000', operator],
    ] as const)
      expect(await ask(monitoringCenters.recentEvents, { phoneNumber, as })).toEqual({
        units: [],
        events: [],
        more: false,
      });
  });

  it('need a phone number', async () => {
    const { status } = await call(monitoringCenters.recentEvents, { phoneNumber: 'call me', as: operator });
    expect(status).toBe(422);
  });
});
