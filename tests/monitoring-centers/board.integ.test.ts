import { beforeAll, describe, expect, it } from 'vitest';
import type { AlarmKey } from '#core/monitoring-centers/alarm.ts';
import { INCIDENT_FROM, SHOWN_FOR_MS } from '#core/monitoring-centers/board.ts';
import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { DAY, HOUR, instant, MINUTE, SECOND } from '#core/time.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { fullNameOf, type UserRecord } from '#core/users/user-record.ts';
import { BoardRowEntity } from '#data/monitoring-centers/alarms.ts';
import { requireHeldAlarm } from '#data/monitoring-centers/held-alarms.ts';
import { moveOpenAlarms, recordAlarm } from '#data/monitoring-centers/record-alarm.ts';
import { UnitEntity } from '#data/units/units.ts';
import { ask, call } from '#support/call.ts';
import { setClock } from '#support/clock.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { scopeOf } from '#support/world.ts';

let kim: UserRecord;
let staff: UserRecord;
let unit: UnitRecord;
let sequence = 0;

beforeAll(async () => {
  await someDealers();
  setClock(TODAY);
  kim = await aUser({ dealer: 220, type: 4, flags: [] });
  staff = await aUser({ dealer: 220, flags: ['UNIT_EDIT'] });
  unit = await aUnit({ dealer: 220, MSISDN1: '5035550156' });
});

/** An alarm of the unit as its report is stored. */
async function anAlarm(
  { UnitSerNum } = unit,
  at = TODAY - HOUR,
  eventType = 'Event 101',
  receivedAt = at,
): Promise<AlarmKey> {
  sequence += 1;
  const event = { timeStamp: instant(at), receivedAt: instant(receivedAt), sequence, eventType };
  await recordAlarm(UnitSerNum, `1-${sequence}`, event, { once: false }, TODAY);
  return { UnitSerNum, timeStamp: event.timeStamp, sequence };
}

const boardOf = async (as: UserRecord, input: { incident?: string; cursor?: string } = {}) =>
  as.UserTypeKey === 4
    ? ask(monitoringCenters.operatorBoard, { ...input, as })
    : ask(monitoringCenters.board, { ...input, as });
const shown = async (as: UserRecord, key: AlarmKey) =>
  (await boardOf(as)).items
    .flatMap(({ alarms }) => alarms)
    .find(({ UnitSerNum, sequence: number }) => UnitSerNum === key.UnitSerNum && number === key.sequence);

describe('the board of open alarms', () => {
  it('has an alarm until somebody closes it, for its dealer, those above, and nobody else', async () => {
    const key = await anAlarm();
    expect(await shown(kim, key)).toMatchObject({
      UnitSerNum: unit.UnitSerNum,
      eventType: 'Event 101',
      phoneNumber: '5035550156',
      alarm: { version: 0, isMine: false },
    });
    const above = await aUser({ dealer: 22, flags: ['REPORTS'] });
    const foreign = await aUser({ dealer: 49, flags: ['UNIT_EDIT'] });
    expect(await shown(above, key)).toBeDefined();
    expect(await shown(foreign, key)).toBeUndefined();
    await ask(monitoringCenters.changeAlarm, { ...key, action: 'take', version: 0, as: kim });
    expect((await shown(staff, key))?.alarm).toMatchObject({ heldBy: fullNameOf(kim), isMine: false });
    const close = { ...key, action: 'close' as const, version: 1, closeCode: 3 as const };
    await ask(monitoringCenters.changeAlarm, { ...close, as: kim });
    for (const as of [kim, staff, above]) expect(await shown(as, key)).toBeUndefined();
  });

  it('lets people close an end that an earlier version put on it', async () => {
    const key = await anAlarm(unit, TODAY - HOUR, 'Event 302 restored');
    await ask(monitoringCenters.changeAlarm, { ...key, action: 'take', version: 0, as: kim });
    await ask(monitoringCenters.changeAlarm, { ...key, action: 'close', version: 1, closeCode: 3, as: kim });
    expect(await shown(kim, key)).toBeUndefined();
  });

  it('is worked on by staff who may change units, and only by them', async () => {
    const key = await anAlarm();
    const take = { ...key, action: 'take' as const, version: 0 };
    const reader = await aUser({ dealer: 220, flags: ['UNIT'] });
    expect((await call(monitoringCenters.handleAlarm, { ...take, as: reader })).status).toBe(403);
    const foreign = await aUser({ dealer: 49, flags: ['UNIT_EDIT'] });
    expect((await call(monitoringCenters.handleAlarm, { ...take, as: foreign })).status).toBe(404);
    expect(await ask(monitoringCenters.handleAlarm, { ...take, as: staff })).toMatchObject({ isMine: true });
  });

  it('keeps a repeated alarm once, and does not open a closed one again', async () => {
    const key = await anAlarm();
    const event = { timeStamp: key.timeStamp, receivedAt: key.timeStamp, sequence, eventType: 'Event 101' };
    const again = () => recordAlarm(unit.UnitSerNum, `1-${sequence}`, event, { once: false }, TODAY);
    await Promise.all([again(), again()]);
    expect(await shown(kim, key)).toMatchObject({ alarm: { version: 0 } });
    await ask(monitoringCenters.changeAlarm, { ...key, action: 'take', version: 0, as: kim });
    await ask(monitoringCenters.changeAlarm, { ...key, action: 'close', version: 1, closeCode: 4, as: kim });
    await again();
    expect(await shown(kim, key)).toBeUndefined();
  });

  it('has another event that awaits handling, of a unit without a centre, and no event that does not', async () => {
    const { UnitSerNum, UnitModel } = await aUnit({ dealer: 220 });
    const report = async (number: number, content: object) => {
      const message = {
        ...{ version: 1, kind: 'report', id: `${UnitSerNum}-1-${number}`, receivedAt: TODAY, bridgeId: 'b', raw: '00' },
        ...{ UnitSerNum, UnitModel, imei: '356938035643809', bootId: 1, sequence: number, fence: 1 },
        message: { type: 'event', MessageTime: TODAY, ...content },
      };
      const Records = [{ messageId: message.id, body: JSON.stringify(message), messageAttributes: {} }];
      expect(await invoke('on-alarm-report', { Records } as never)).toEqual({ batchItemFailures: [] });
    };
    await report(1, { EventCode: 302, zone: 4, awaitsHandling: true });
    await report(2, { EventCode: 302, zone: 4 });
    await report(3, { EventCode: 602, awaitsHandling: true });
    await report(4, { EventCode: 302, awaitsHandling: true, test: true });
    const open = async () =>
      (await boardOf(kim)).items.flatMap(({ alarms }) => alarms).filter((one) => one.UnitSerNum === UnitSerNum);
    expect(await open()).toMatchObject([{ eventType: 'Event 302', zone: 4, sequence: 1 }]);
    const key = { UnitSerNum, timeStamp: instant(TODAY), sequence: 1 };
    await ask(monitoringCenters.changeAlarm, { ...key, action: 'take', version: 0, as: kim });
    const close = { ...key, action: 'close' as const, version: 1, closeCode: 6 as const };
    expect(await ask(monitoringCenters.changeAlarm, { ...close, as: kim })).toMatchObject({ closeCode: 6 });
    expect(await open()).toEqual([]);
    const take = { ...key, sequence: 2, action: 'take' as const, version: 0 };
    expect((await call(monitoringCenters.changeAlarm, { ...take, as: kim })).status).toBe(404);
  });

  it('stores an alarm with the time of its receipt once', async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    for (const at of [TODAY - 2 * SECOND, TODAY - SECOND]) {
      const event = { timeStamp: instant(at), receivedAt: instant(at), sequence: 7, eventType: 'Event 101' };
      await recordAlarm(UnitSerNum, '9-7', event, { once: true }, TODAY);
    }
    const { items } = await boardOf(kim);
    expect(items.flatMap(({ alarms }) => alarms).filter((one) => one.UnitSerNum === UnitSerNum)).toHaveLength(1);
  });

  it('leaves out what is older than any view of it', async () => {
    const key = await anAlarm(unit, TODAY - DAY);
    expect(await shown(kim, key)).toBeDefined();
    setClock(TODAY + SHOWN_FOR_MS - DAY + MINUTE);
    expect(await shown(kim, key)).toBeUndefined();
    setClock(TODAY);
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    await anAlarm({ UnitSerNum } as UnitRecord, TODAY - SHOWN_FOR_MS - MINUTE);
    const { data } = await BoardRowEntity.query.board({ DealerKey: 220 }).go({ pages: 'all' });
    expect(data.filter((row) => row.UnitSerNum === UnitSerNum)).toEqual([]);
  });

  it('has an alarm that its unit kept for weeks, from its receipt on, also for who handles it', async () => {
    const late = await aUnit({ dealer: 220, UnitModel: 'MXD-LTE' });
    const key = await anAlarm(late, TODAY - 39 * DAY, 'Event 101', TODAY);
    expect(await shown(kim, key)).toMatchObject({ timeStamp: key.timeStamp, receivedAt: instant(TODAY) });
    setClock(TODAY + 30 * DAY);
    expect(await shown(kim, key)).toBeDefined();
    await ask(monitoringCenters.changeAlarm, { ...key, action: 'take', version: 0, as: kim });
    await expect(requireHeldAlarm(scopeOf(kim), late.UnitSerNum, TODAY + 30 * DAY)).resolves.toBeDefined();
    const { dealerPath } = await aUnit({ dealer: 49 });
    await UnitEntity.patch({ UnitSerNum: late.UnitSerNum }).set({ DealerKey: 49, dealerPath }).go();
    await moveOpenAlarms(late.UnitSerNum, TODAY + 30 * DAY);
    expect(await shown(staff, key)).toBeUndefined();
    setClock(TODAY);
  });

  it('follows a unit that moves, but tells the next dealer nothing of the time before', async () => {
    const moving = await aUnit({ dealer: 220 });
    const key = await anAlarm(moving);
    const { dealerPath } = await aUnit({ dealer: 49 });
    await UnitEntity.patch({ UnitSerNum: moving.UnitSerNum }).set({ DealerKey: 49, dealerPath }).go();
    await moveOpenAlarms(moving.UnitSerNum, TODAY);
    await moveOpenAlarms(moving.UnitSerNum, TODAY);
    for (const dealer of [220, 49]) expect(await shown(await aUser({ dealer, flags: ['UNIT'] }), key)).toBeUndefined();
    const { data } = await BoardRowEntity.query.board({ DealerKey: 1 }).go({ pages: 'all' });
    expect(data.filter((row) => row.UnitSerNum === moving.UnitSerNum)).toHaveLength(1);
  });

  it('shows a storm as one incident with its units, and goes on after it', async () => {
    const at = TODAY - 3 * HOUR;
    const units = await Promise.all(Array.from({ length: 60 }, () => aUnit({ dealer: 220 })));
    for (const [index, one] of units.entries()) await anAlarm(one, at + index * SECOND, 'Event 130');
    const later = await anAlarm(unit, TODAY - 2 * HOUR);
    const { items } = await boardOf(kim);
    const storms = items.filter(({ incident }) => incident?.eventType === 'Event 130');
    expect(storms).toHaveLength(1);
    const { incident } = storms[0]!;
    expect(incident).toMatchObject({ count: 60, more: false });
    expect(storms[0]!.alarms.length).toBeGreaterThanOrEqual(INCIDENT_FROM);
    expect(await shown(kim, later)).toBeDefined();
    const first = await boardOf(kim, { incident: incident!.keys[0]! });
    const rest = first.cursor ? await boardOf(kim, { incident: incident!.keys[0]!, cursor: first.cursor }) : undefined;
    const all = [...first.items, ...(rest?.items ?? [])].flatMap(({ alarms }) => alarms);
    expect(new Set(all.map(({ UnitSerNum }) => UnitSerNum)).size).toBe(60);
  });
});
