import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { instant } from '#core/time.ts';
import { SYSTEM } from '#data/audit/audit.ts';
import { sessionStore } from '#data/auth/sessions.ts';
import { commandStore } from '#data/consoles/commands.ts';
import { reminderStore } from '#data/reminders/reminders.ts';
import { secondFactorStore } from '#data/second-factor/second-factors.ts';
import { unitChangeStore } from '#data/units/unit-changes.ts';
import { UnitEntity, unitStore } from '#data/units/units.ts';
import { userStore } from '#data/users/users.ts';
import { auditOf } from '#support/audit.ts';
import { aUnit, someDealers, TODAY } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { cancelTransactions, deferBatchReads, throttleWrites } from '#support/table-faults.ts';
import { withMessage } from '#support/with-message.ts';
import { scopeOf } from '#support/world.ts';

beforeAll(someDealers);
// Makes each wait between two tries zero: its length is random.
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
  cancelTransactions(0);
  deferBatchReads(0);
  throttleWrites('DeleteItemCommand', 0);
});

const BUSY = { code: 'UNAVAILABLE', message: 'The portal is busy. Please try again in a moment' };

describe('a transaction that conflicts with another', () => {
  it('is retried, and does not count as a failed condition', async () => {
    const was = await aUnit({ Report: 1 });
    const scope = scopeOf(await aUser());
    const asked = cancelTransactions(3);
    await unitChangeStore.setReporting(scope, was, 0, TODAY);
    expect(asked()).toBe(4);
    expect((await UnitEntity.get({ UnitSerNum: was.UnitSerNum }).go()).data?.Report).toBe(0);
    expect(await auditOf('unit', was.UnitSerNum)).toHaveLength(1);
  });

  it('throws after too many conflicts', async () => {
    const was = await aUnit({ Report: 1 });
    const scope = scopeOf(await aUser());
    cancelTransactions(1000);
    await expect(unitChangeStore.setReporting(scope, was, 0, TODAY)).rejects.toMatchObject(BUSY);
    expect(await auditOf('unit', was.UnitSerNum)).toEqual([]);
  });
});

/** Reasons for which a table cancels a transaction although its conditions hold. */
const REFUSALS = [
  { Code: 'TransactionConflict', index: 0 },
  { Code: 'ThrottlingError', index: 0 },
  { Code: 'ThrottlingError', index: 1 },
  { Code: 'ProvisionedThroughputExceeded', index: 1 },
];

describe.each(REFUSALS)('a transaction cancelled for $Code at its item $index', (refusal) => {
  const aCommand = async () => {
    const { UnitSerNum } = await aUnit();
    const command = {
      UnitSerNum,
      commandId: 'c-1',
      command: 'Query',
      arguments: {},
      validUntil: 1,
      givenBy: 'somebody',
      DealerKey: 22,
      giver: { by: SYSTEM, unitDealerKey: 22 },
    };
    await commandStore.queue(command, TODAY);
    return command;
  };
  const done = (UnitSerNum: string) => commandStore.end(UnitSerNum, 'c-1', { outcome: 'done' }, TODAY);

  it('loses no command and no result', async () => {
    const command = await aCommand();
    const { UnitSerNum } = command;
    cancelTransactions(1000, refusal);
    await expect(commandStore.queue({ ...command, commandId: 'c-2' }, TODAY)).rejects.toMatchObject(BUSY);
    await expect(done(UnitSerNum)).rejects.toMatchObject(BUSY);
    cancelTransactions(2, refusal);
    expect(await done(UnitSerNum)).toBe(true);
    expect(await commandStore.waiting(UnitSerNum)).toEqual([]);
    expect(await done(UnitSerNum)).toBe(false);
  });

  it('keeps reminders, names and keys available', async () => {
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
    cancelTransactions(1000, refusal);
    await expect(reminderStore.put(scope, unit, reminder, { replace: false }, TODAY)).rejects.toMatchObject(BUSY);
    await expect(userStore.create(taken)).rejects.toMatchObject(BUSY);
    await expect(secondFactorStore.replaceRecoveryCodes(scope, ['a'], TODAY)).rejects.toMatchObject(BUSY);
  });
});

describe('a transaction', () => {
  it('that DynamoDB rejects as invalid throws at once, without a retry', async () => {
    const { UnitSerNum } = await aUnit();
    const asked = cancelTransactions(1000, { index: 0, Code: 'ValidationError' });
    await commandStore
      .queue(
        {
          UnitSerNum,
          commandId: 'c-3',
          command: 'Query',
          arguments: {},
          validUntil: 1,
          givenBy: 'somebody',
          DealerKey: 22,
        },
        TODAY,
      )
      .then(
        () => expect.unreachable(),
        (error: Error) => expect(error.message).toContain('ValidationError'),
      );
    expect(asked()).toBe(1);
  });
});

describe('a batch with unprocessed items', () => {
  it('is read again: no unit is missing', async () => {
    const [one, other] = [await aUnit(), await aUnit()];
    deferBatchReads(2);
    const found = await unitStore.getMany({ dealerPath: '/1/' }, [other.UnitSerNum, one.UnitSerNum, 'ZZZZZZ']);
    expect(found.map(({ UnitSerNum }) => UnitSerNum)).toEqual([other.UnitSerNum, one.UnitSerNum]);
  });

  it('throws if items stay unprocessed, and never returns a partial result', async () => {
    const { UnitSerNum } = await aUnit();
    deferBatchReads(1000);
    await expect(unitStore.getMany({ dealerPath: '/1/' }, [UnitSerNum])).rejects.toThrow(
      withMessage('The table stayed busy: 1 of 1 items are not processed'),
    );
  });
});

describe('the deletion of many items', () => {
  const sessionsOf = async (UserKey: string, count: number) => {
    const ids = Array.from({ length: count }, () => randomUUID());
    await Promise.all(ids.map((sessionId) => sessionStore.start(sessionId, UserKey, Date.now())));
    return ids;
  };

  it('leaves none: every session is ended', async () => {
    const { UserKey } = await aUser();
    const ids = await sessionsOf(UserKey, 60);
    await sessionStore.endAllOf(UserKey);
    for (const sessionId of ids) expect(await sessionStore.get(sessionId)).toBeUndefined();
  });

  it('throws if the table stays busy for one of them, and can be repeated', async () => {
    const { UserKey } = await aUser();
    const ids = await sessionsOf(UserKey, 3);
    throttleWrites('DeleteItemCommand', 1);
    await expect(sessionStore.endAllOf(UserKey)).rejects.toThrow(/Not now/);
    await sessionStore.endAllOf(UserKey);
    for (const sessionId of ids) expect(await sessionStore.get(sessionId)).toBeUndefined();
  });
});
