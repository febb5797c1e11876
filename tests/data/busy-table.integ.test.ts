import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { instant } from '#core/time.ts';
import { sessionStore } from '#data/sessions.ts';
import { unitLogStore } from '#data/unit-log.ts';
import { UnitEntity, unitStore } from '#data/units.ts';
import { auditOf } from '#support/audit.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aSession, aUser } from '#support/people.ts';
import { meetOthers, putReadsOff, putWritesOff } from '#support/table-faults.ts';
import { scopeOf } from '#support/world.ts';

beforeAll(someDealers);
afterEach(() => {
  meetOthers(0);
  putReadsOff(0);
  putWritesOff(0);
});

describe('a transaction that meets another one', () => {
  it('is made again, once, and is not taken for a lost race', async () => {
    const was = await aUnit({ Report: 1 });
    const scope = scopeOf(await aUser());
    const asked = meetOthers(3);
    await unitStore.setReporting(scope, was, 0, TODAY);
    expect(asked()).toBe(4);
    expect((await UnitEntity.get({ UnitSerNum: was.UnitSerNum }).go()).data?.Report).toBe(0);
    expect(await auditOf('unit', was.UnitSerNum)).toHaveLength(1);
  });

  it('is given up in the end', async () => {
    const was = await aUnit({ Report: 1 });
    const scope = scopeOf(await aUser());
    meetOthers(1000);
    await expect(unitStore.setReporting(scope, was, 0, TODAY)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('leaves no ping that is kept but not known as the last one', async () => {
    const { UnitSerNum } = await aUnit();
    const timeStamp = instant(TODAY);
    meetOthers(2);
    await unitLogStore.recordPing(UnitSerNum, '1-1', {
      timeStamp,
      receivedAt: timeStamp,
      sequence: 1,
      pingReason: 'Scheduled',
    });
    expect((await UnitEntity.get({ UnitSerNum }).go()).data?.lastPingAt).toBe(timeStamp);
  });
});

describe('a batch that the table puts off', () => {
  it('is read again: no unit is missing for it', async () => {
    const [one, other] = [await aUnit(), await aUnit()];
    putReadsOff(2);
    const found = await unitStore.getMany({ dealerPath: '/1/' }, [other.UnitSerNum, one.UnitSerNum, 'ZZZZZZ']);
    expect(found.map(({ UnitSerNum }) => UnitSerNum)).toEqual([other.UnitSerNum, one.UnitSerNum]);
  });

  it('is written again: no session outlives the end of all', async () => {
    const user = await aUser();
    const sessions = [await aSession(user), await aSession(user), await aSession(user)];
    putWritesOff(2);
    await sessionStore.endAllOf(user.UserKey);
    for (const { sessionId } of sessions) expect(await sessionStore.get(sessionId)).toBeUndefined();
  });

  it('is a failure when it is put off for good, not a result with holes', async () => {
    const { UnitSerNum } = await aUnit();
    putReadsOff(1000);
    await expect(unitStore.getMany({ dealerPath: '/1/' }, [UnitSerNum])).rejects.toThrow('too long');
  });
});
