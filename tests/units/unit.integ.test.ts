import type { SQSRecord } from 'aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import { reminders } from '#core/reminders/contract.ts';
import { HOUR, instant, MINUTE } from '#core/time.ts';
import { units } from '#core/units/contract.ts';
import type { UserRecord } from '#core/users/user-record.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { unitConnectionStore } from '#data/units/unit-connections.ts';
import { ask, call } from '#support/call.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { heldUnit } from '#support/held-unit.ts';
import { invoke } from '#support/invoke.ts';
import { aUser } from '#support/people.ts';
import { eventOf } from '#support/queue.ts';

let user: UserRecord;
beforeAll(async () => {
  await someDealers();
  user = await aUser({ dealer: 22, flags: ['UNIT_VIEW'] });
});

/** What a wearable tells arrives at the portal. */
async function reports(UnitSerNum: string, sequence: number, message: Record<string, unknown>): Promise<void> {
  const sent = {
    ...{ version: 1, kind: 'report', id: `${UnitSerNum}-1-${sequence}`, receivedAt: Date.now(), raw: '' },
    ...{ UnitSerNum, UnitModel: 'myConnect', bootId: 1, sequence, fence: 1, message },
  };
  const record = { messageId: 'm', body: JSON.stringify(sent), messageAttributes: {} } as unknown as SQSRecord;
  expect(await invoke('on-unit-report', eventOf(record))).toEqual({ batchItemFailures: [] });
}

describe('one unit', () => {
  it('is returned with its details [P2-C01]', async () => {
    const unit = await aUnit({ dealer: 220, tcpFail: 5, AllowSMSConnect: '0', RemoteLog: '2026-11-28T00:00:00.000Z' });
    const answer = await ask(units.get, { id: unit.UnitSerNum, as: user });
    expect(answer.Unit).toMatchObject({
      UnitSerNum: unit.UnitSerNum,
      IMEI: unit.IMEI,
      DealerKey: 220,
      DealerName: 'Northwind Oregon',
    });
    expect(answer.Unit).not.toHaveProperty('dealerPath');
    expect(answer.UnitDetailTable).toEqual({
      tcpFail: 5,
      downloadFail: 0,
      AllowSMSConnect: '0',
      RemoteLog: '2026-11-28T00:00:00.000Z',
    });
  });

  it('is returned with its hub, its next reminders and its vitals link [P2-E07]', async () => {
    const linked = { vitalsPatient: '19840312-M', vitalsPortal: 'Beacon' };
    const detail = { tcpFail: 2, AllowSMSConnect: '1' as const, RemoteLog: '0' };
    const { UnitSerNum } = await aUnit({ ...detail, ...linked, UnitModel: 'myConnect' });
    const as = await aUser({ dealer: 22, flags: ['UNIT_VIEW', 'UNIT_EDIT'] });
    const remind = async (Message: 'EatAMeal' | 'TakeMedication' | 'TestBloodSugar' | 'TestUnit', hour: string) =>
      (
        await ask(reminders.schedule, {
          ...{ UnitSerNum, Message, replace: false, as },
          ...{ MessageTime: `${new Date().getUTCFullYear() + 1}-01-01T${hour}:00`, timeZone: 'UTC' },
        })
      ).MessageTime;
    const next = { EatAMeal: await remind('EatAMeal', '08'), TestBloodSugar: await remind('TestBloodSugar', '09') };
    await remind('TestUnit', '10');
    const hub = { myHubStatus: 'Connected', myHubMACAddress: 'F4:92:BF:00:10:22', myHubDevType: 'myHub' };
    const now = Date.now();
    await reports(UnitSerNum, 2, { type: 'hub', MessageTime: now, ...hub, myHubFirmVer: '1.4.2' });
    await reports(UnitSerNum, 1, { type: 'hub', MessageTime: now - MINUTE, ...hub, myHubFirmVer: '1.3.9' });
    const { Unit, UnitDetailTable } = await ask(units.get, { id: UnitSerNum, as });
    expect(UnitDetailTable).toEqual({ ...detail, downloadFail: 0, ...linked, ...hub, myHubFirmVer: '1.4.2', ...next });
    expect(Object.keys(Unit).filter((name) => name.startsWith('hub'))).toEqual([]);
  });

  it('is returned with its ten latest pings, newest first', async () => {
    const { UnitSerNum } = await aUnit();
    const now = Date.now();
    for (const sequence of [3, 1, 12, 5, 2, 4, 11, 6, 8, 7, 10, 9]) {
      const timeStamp = instant(now - (13 - sequence) * HOUR);
      await unitLogStore.recordPing(UnitSerNum, `1-${sequence}`, {
        timeStamp,
        receivedAt: timeStamp,
        sequence,
        pingReason: 'Scheduled',
      });
    }
    const { recentPings } = await ask(units.get, { id: UnitSerNum, as: user });
    expect(recentPings.map(({ sequence }) => sequence)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  });

  it('is returned with all that its pings say [P2-E13]', async () => {
    const { UnitSerNum } = await aUnit();
    const timeStamp = instant(Date.now() - HOUR);
    const said = {
      ...{ pingReason: 'AC Lost', lowpower: true, switchPosition: 'On', bars: 3, lte: true },
      ...{ chargedPercent: 41, acPower: false },
    };
    await unitLogStore.recordPing(UnitSerNum, '1-1', { ...said, timeStamp, receivedAt: timeStamp, sequence: 1 });
    const { Unit, recentPings } = await ask(units.get, { id: UnitSerNum, as: user });
    expect(recentPings).toEqual([expect.objectContaining({ ...said, timeStamp })]);
    expect(Unit.lastPing).toMatchObject({ ...said, lastPingTime: timeStamp });
  });

  it('shows whether a bridge holds its connection, and since when', async () => {
    const { UnitSerNum } = await aUnit();
    const connection = async () => (await ask(units.get, { id: UnitSerNum, as: user })).connection;
    expect(await connection()).toEqual({ connected: false });
    const now = Date.now();
    const fence = await heldUnit(UnitSerNum, undefined, { now });
    expect(await connection()).toEqual({ connected: true, since: instant(now) });
    await unitConnectionStore.release(UnitSerNum, fence);
    expect(await connection()).toEqual({ connected: false });
    await heldUnit(UnitSerNum, undefined, { now: now - 2 * MINUTE });
    expect(await connection()).toEqual({ connected: false });
  });

  it('is found by its serial number in lower case', async () => {
    const { UnitSerNum } = await aUnit({ UnitSerNum: '4B7QZX' });
    expect((await ask(units.get, { id: ' 4b7qzx ', as: user })).Unit.UnitSerNum).toBe(UnitSerNum);
  });

  it.each(['40012', '4001234', '40-123', '40012é'])(
    'has a serial number of six letters or digits, so %s does not exist [P2-K41 P3-K38]',
    async (id) => {
      expect(await call(units.get, { id, as: user })).toMatchObject({
        status: 422,
        body: { issues: [{ path: 'id', message: 'A serial number has 6 letters or digits' }] },
      });
    },
  );
});
