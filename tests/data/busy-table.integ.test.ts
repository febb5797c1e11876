import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Ping } from '#core/history/ping.ts';
import { instant } from '#core/time.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { commandStore } from '#data/consoles/commands.ts';
import { unitLogStore } from '#data/history/unit-log.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import { secondFactorStore } from '#data/second-factor/second-factors.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { UnitEntity, unitStore } from '#data/units/units.ts';
import { userStore } from '#data/users/users.ts';
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
    await unitChangeStore.setReporting(scope, was, 0, TODAY);
    expect(asked()).toBe(4);
    expect((await UnitEntity.get({ UnitSerNum: was.UnitSerNum }).go()).data?.Report).toBe(0);
    expect(await auditOf('unit', was.UnitSerNum)).toHaveLength(1);
  });

  it('is given up in the end', async () => {
    const was = await aUnit({ Report: 1 });
    const scope = scopeOf(await aUser());
    meetOthers(1000);
    await expect(unitChangeStore.setReporting(scope, was, 0, TODAY)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await auditOf('unit', was.UnitSerNum)).toEqual([]);
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

/** Ways in which a table cancels a transaction that say nothing of its conditions. */
const REFUSALS = [
  { Code: 'TransactionConflict', index: 0 },
  { Code: 'ThrottlingError', index: 0 },
  { Code: 'ThrottlingError', index: 1 },
  { Code: 'ProvisionedThroughputExceeded', index: 1 },
];

describe.each(REFUSALS)('a transaction refused for $Code at its item $index', (refusal) => {
  const aPing = (timeStamp: string): Ping => ({
    timeStamp,
    receivedAt: timeStamp,
    sequence: 1,
    pingReason: 'Scheduled',
  });
  const pingsOf = async (UnitSerNum: string) => (await unitLogStore.latestPings(UnitSerNum, 10, TODAY)).length;
  const aCommand = async () => {
    const { UnitSerNum } = await aUnit();
    const command = {
      UnitSerNum,
      commandId: 'c-1',
      command: 'Query',
      arguments: {},
      validUntil: 1,
      givenBy: 'somebody',
    };
    await commandStore.queue(command);
    return command;
  };
  const done = (UnitSerNum: string) => commandStore.end(UnitSerNum, 'c-1', { outcome: 'done', now: TODAY });

  it('loses no ping: it is kept in the end, and thrown back where there is none', async () => {
    const { UnitSerNum } = await aUnit();
    meetOthers(1000, refusal);
    await expect(unitLogStore.recordPing(UnitSerNum, '1-1', aPing(instant(TODAY)))).rejects.toThrow('busy');
    meetOthers(2, refusal);
    await unitLogStore.recordPing(UnitSerNum, '1-1', aPing(instant(TODAY)));
    expect(await pingsOf(UnitSerNum)).toBe(1);
    expect((await UnitEntity.get({ UnitSerNum }).go()).data?.lastPingAt).toBe(instant(TODAY));
  });

  it('loses no command and no result of one', async () => {
    const command = await aCommand();
    const { UnitSerNum } = command;
    meetOthers(1000, refusal);
    await expect(commandStore.queue({ ...command, commandId: 'c-2' })).rejects.toThrow('busy');
    await expect(done(UnitSerNum)).rejects.toThrow('busy');
    meetOthers(2, refusal);
    expect(await done(UnitSerNum)).toBe(true);
    expect(await commandStore.waiting(UnitSerNum)).toEqual([]);
    expect(await done(UnitSerNum)).toBe(false);
  });

  it('uses no reminder, no name and no key up', async () => {
    const unit = await aUnit();
    const scope = scopeOf(await aUser());
    const reminder = {
      UnitSerNum: unit.UnitSerNum,
      Message: 'TestUnit' as const,
      MessageTime: instant(TODAY),
      timeZone: 'UTC',
      state: 'scheduled' as const,
      createdBy: 'somebody',
    };
    const taken = await aUser();
    meetOthers(1000, refusal);
    await expect(reminderStore.put(scope, unit, reminder, false, TODAY)).rejects.toThrow('busy');
    await expect(userStore.create(taken)).rejects.toThrow('busy');
    await expect(secondFactorStore.replaceRecoveryCodes(scope, ['a'], TODAY)).rejects.toThrow('busy');
  });
});

describe('a transaction', () => {
  it('that the table finds wrong is thrown at once, and tried no more', async () => {
    const { UnitSerNum } = await aUnit();
    const asked = meetOthers(1000, { index: 0, Code: 'ValidationError' });
    await commandStore
      .queue({ UnitSerNum, commandId: 'c-3', command: 'Query', arguments: {}, validUntil: 1, givenBy: 'somebody' })
      .then(
        () => expect.unreachable(),
        (error: Error) => expect(error.message).toContain('ValidationError'),
      );
    expect(asked()).toBe(1);
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
    await expect(unitStore.getMany({ dealerPath: '/1/' }, [UnitSerNum])).rejects.toThrow(
      'The table stayed busy: 1 of 1 items are not processed',
    );
  });
});
