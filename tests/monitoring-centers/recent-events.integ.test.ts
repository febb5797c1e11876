import { beforeAll, describe, expect, it } from 'vitest';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { DAY, HOUR, instant } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
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
