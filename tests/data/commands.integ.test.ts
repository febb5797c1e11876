import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY, instant, MINUTE } from '#core/time.ts';
import { CommandNoticeEntity, commandStore } from '#data/consoles/commands.ts';
import { recordNoticesComplete } from '#data/consoles/notices-complete.ts';
import { storeMissingNotices } from '#data/consoles/store-missing-notices.ts';
import { waitingAtLogin } from '#data/consoles/waiting-at-login.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { expiryOf } from '#data/kit/attributes.ts';
import { ReminderEntity } from '#data/reminders/reminder-entity.ts';
import { reminderOutcomeStore } from '#data/reminders/reminder-outcomes.ts';
import { unitSwitchStore } from '#data/unit-actions/unit-switches.ts';
import { UnitEntity } from '#data/units/units.ts';
import { measure, measured } from '#support/capacity.ts';
import { aUnit, someDealers } from '#support/fleet.ts';
import { aUser } from '#support/people.ts';
import { meetTransactions, throttleWrites } from '#support/table-faults.ts';
import { scopeOf } from '#support/world.ts';
import { runScript } from '../scripts/support.ts';

beforeAll(someDealers);

const aCommand = (number: number) => ({
  UnitSerNum: 'CMD001',
  commandId: `reminder-${String(number).padStart(4, '0')}`,
  command: 'PlayMultiMessage',
  arguments: {},
  validUntil: Date.now() + 60_000,
  givenBy: 'a test',
  DealerKey: 22,
});

it('returns all commands that wait for a unit, however many there are', async () => {
  const commands = Array.from({ length: 120 }, (_, index) => aCommand(index));
  for (const command of commands) await commandStore.queue(command, Date.now());
  const waiting = await commandStore.waiting('CMD001');
  expect(waiting.map(({ commandId }) => commandId)).toEqual(commands.map(({ commandId }) => commandId));
});

it('stores one command under an id', async () => {
  const command = { ...aCommand(1), UnitSerNum: 'CMD002' };
  await commandStore.queue(command, Date.now());
  await expect(commandStore.queue({ ...command, command: 'Query' }, Date.now())).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  expect(await commandStore.waiting('CMD002')).toMatchObject([{ command: 'PlayMultiMessage' }]);
});

it('withdraws a command only before it was sent', async () => {
  const { UnitSerNum } = await aUnit();
  const [sent, unsent] = [1, 2].map((number) => ({ ...aCommand(number), UnitSerNum }));
  for (const command of [sent!, unsent!]) await commandStore.queue(command, Date.now());
  await commandStore.markSent(UnitSerNum, sent!.commandId, Date.now(), async () => undefined);
  const withdrawn = [sent!, unsent!].map(({ commandId }) =>
    commandStore.end(UnitSerNum, commandId, { outcome: 'withdrawn' }, Date.now()),
  );
  expect(await Promise.all(withdrawn)).toEqual([false, true]);
  expect((await commandStore.waiting(UnitSerNum)).map(({ commandId }) => commandId)).toEqual([sent!.commandId]);
});

describe('a command of dealer 22 that waits for its unit', () => {
  const waiting = async () => {
    const { UnitSerNum } = await aUnit({ dealer: 220 });
    const command = { ...aCommand(1), UnitSerNum };
    await commandStore.queue(command, Date.now());
    return command;
  };
  const sent = ({ UnitSerNum, commandId }: { UnitSerNum: string; commandId: string }) =>
    commandStore.markSent(UnitSerNum, commandId, Date.now(), async () => undefined);

  it.each([
    ['moved to another dealer', (UnitSerNum: string) => UnitEntity.patch({ UnitSerNum }).set({ DealerKey: 49 }).go()],
    ['moved above the dealer', (UnitSerNum: string) => UnitEntity.patch({ UnitSerNum }).set({ DealerKey: 1 }).go()],
    ['was deleted', (UnitSerNum: string) => UnitEntity.delete({ UnitSerNum }).go()],
    [
      'belongs to a dealer that was moved away, and has not followed yet',
      () => DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath: '/1/49/220/' }).go(),
    ],
  ])('ends unsent if the unit %s', async (_, happens) => {
    const command = await waiting();
    await happens(command.UnitSerNum);
    expect(await sent(command)).toBe('ended');
    await DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath: '/1/22/220/' }).go();
    expect(await commandStore.waiting(command.UnitSerNum)).toEqual([]);
    expect(await commandStore.ended(command.UnitSerNum, command.commandId)).toMatchObject({ outcome: 'expired' });
  });

  it('is sent while the unit belongs to a dealer below', async () => {
    const command = await waiting();
    expect(await sent(command)).toBe('marked');
    expect(await commandStore.waiting(command.UnitSerNum)).toMatchObject([{ sentAt: expect.any(String) }]);
  });
});

describe('the login of a unit', () => {
  const readsOf = async (UnitSerNum: string) => {
    measure((entity) => entity);
    measured();
    const deletions: Promise<unknown>[] = [];
    const found = await waitingAtLogin(UnitSerNum, Date.now(), (deletion) => void deletions.push(deletion));
    const settled = await Promise.allSettled(deletions);
    const failures = settled.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).name] : []));
    return { found: found.map(({ commandId }) => commandId), requests: measured().requests, failures };
  };
  const newCommand = async () => ({ ...aCommand(1), UnitSerNum: (await aUnit()).UnitSerNum });
  const store = async (command: Awaited<ReturnType<typeof newCommand>>, now = Date.now()) =>
    commandStore.queue(command, now);
  /** A login may delete the notice of a command that was given then. */
  const longAgo = () => Date.now() - 2 * MINUTE;

  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('reads all commands while the notice of a unit could not be stored', async () => {
    const { UnitSerNum, commandId } = await newCommand();
    await store({ ...aCommand(1), UnitSerNum, commandId });
    await CommandNoticeEntity.delete({ UnitSerNum }).go();
    throttleWrites('PutItemCommand', 1_000);
    const { left } = await storeMissingNotices(Date.now());
    throttleWrites('PutItemCommand', 0);
    expect(left).toContainEqual(expect.stringContaining(UnitSerNum));
    expect((await readsOf(UnitSerNum)).found).toEqual([commandId]);
  });

  // Before the tests below: a process reads that the notices are complete only until they are.
  it('reads all commands until `npm run upgrade:table` has stored the notices of those from before', async () => {
    const command = await newCommand();
    const { UnitSerNum, commandId } = command;
    await store(command);
    await CommandNoticeEntity.delete({ UnitSerNum }).go();
    expect(await readsOf(UnitSerNum)).toMatchObject({
      found: [commandId],
      requests: ['batch-get noticesComplete', 'query waitingCommand'],
    });
    const { code, stdout, stderr } = await runScript('upgrade-table.ts', ['--table', process.env.TABLE_NAME!]);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^\d+ units have commands that wait$/m);
    const requests = ['batch-get commandNotice', 'batch-get noticesComplete', 'query waitingCommand'];
    expect(await readsOf(UnitSerNum)).toMatchObject({ found: [commandId], requests });
  }, 60_000);

  describe('in a table whose notices are complete', () => {
    beforeAll(async () => {
      await recordNoticesComplete();
      await readsOf('ANYUNIT');
    });

    it('has a notice, too, that the table refused once while `npm run upgrade:table` stored those from before', async () => {
      const units = await Promise.all([newCommand(), newCommand()]);
      for (const command of units) {
        await store(command);
        await CommandNoticeEntity.delete({ UnitSerNum: command.UnitSerNum }).go();
      }
      throttleWrites('PutItemCommand', 1);
      expect(await storeMissingNotices(Date.now())).toMatchObject({ left: [] });
      for (const { UnitSerNum, commandId } of units) expect((await readsOf(UnitSerNum)).found).toEqual([commandId]);
    });

    it('asks for no commands if none was given', async () => {
      const { UnitSerNum } = await aUnit();
      expect(await readsOf(UnitSerNum)).toEqual({ found: [], requests: ['batch-get commandNotice'], failures: [] });
    });

    it.each([
      ['a console', store],
      ['a call that leaves room', async (command) => commandStore.queueWithRoom(command, Date.now())],
      [
        'the switch of the remote log',
        async (command) => {
          const { data: unit } = await UnitEntity.get({ UnitSerNum: command.UnitSerNum }).go();
          const scope = scopeOf(await aUser());
          await unitSwitchStore.switchRemoteLog(scope, unit!, instant(Date.now()), Date.now(), command);
        },
      ],
      [
        'a reminder',
        async (command) => {
          const { UnitSerNum } = command;
          const due = { UnitSerNum, Message: 'TestUnit', MessageTime: instant(Date.now()) } as const;
          const made = { createdAt: due.MessageTime, createdBy: 'a test', timeZone: 'UTC', DealerKey: 22 };
          await ReminderEntity.put({ ...due, ...made, state: 'scheduled', expiresAt: expiryOf(Date.now() + DAY) }).go();
          expect(await reminderOutcomeStore.queueCommand(due, command, Date.now())).toBe(true);
        },
      ],
    ] satisfies [string, typeof store][])('finds the command of %s', async (_, give) => {
      const command = await newCommand();
      await give(command);
      expect((await readsOf(command.UnitSerNum)).found).toEqual([command.commandId]);
    });

    it('asks once more after the last command has ended', async () => {
      const command = await newCommand();
      const { UnitSerNum, commandId } = command;
      await store(command, longAgo());
      await commandStore.end(UnitSerNum, commandId, { outcome: 'done' }, Date.now());
      const first = await readsOf(UnitSerNum);
      expect(first).toMatchObject({ found: [], requests: expect.arrayContaining(['query waitingCommand']) });
      expect(await readsOf(UnitSerNum)).toEqual({ found: [], requests: ['batch-get commandNotice'], failures: [] });
    });

    it('waits for no deletion of a notice', async () => {
      const command = await newCommand();
      const { UnitSerNum, commandId } = command;
      await store(command, longAgo());
      await commandStore.end(UnitSerNum, commandId, { outcome: 'done' }, Date.now());
      const deletion = Promise.withResolvers<never>();
      vi.spyOn(CommandNoticeEntity, 'delete').mockReturnValueOnce({
        where: () => ({ go: () => deletion.promise }),
      } as never);
      const inBackground: Promise<unknown>[] = [];
      expect(await waitingAtLogin(UnitSerNum, Date.now(), (work) => void inBackground.push(work))).toEqual([]);
      deletion.reject(new Error('The table is down'));
      await expect(inBackground[0]).rejects.toThrow(/^The table is down$/);
    });

    it('keeps a new notice, whose command a read beside its transaction may not see', async () => {
      const command = await newCommand();
      const { UnitSerNum, commandId } = command;
      await store(command);
      vi.spyOn(commandStore, 'waiting').mockResolvedValueOnce([]);
      expect((await readsOf(UnitSerNum)).found).toEqual([]);
      expect((await readsOf(UnitSerNum)).found).toEqual([commandId]);
    });

    it('keeps the notice of a command that is given while it finds none', async () => {
      const { UnitSerNum, ...other } = await newCommand();
      await store({ ...other, UnitSerNum }, longAgo());
      await commandStore.end(UnitSerNum, other.commandId, { outcome: 'done' }, Date.now());
      const read = commandStore.waiting;
      vi.spyOn(commandStore, 'waiting').mockImplementationOnce(async (of) => {
        const found = await read(of);
        await store({ ...aCommand(2), UnitSerNum });
        return found;
      });
      expect((await readsOf(UnitSerNum)).found).toEqual([]);
      expect((await readsOf(UnitSerNum)).found).toEqual(['reminder-0002']);
    });

    it.each([
      ['throttled', () => throttleWrites('DeleteItemCommand', 1), 'ElectroError'],
      ['busy with a transaction', () => meetTransactions(8, 'DeleteItemCommand'), 'ElectroError'],
    ])(
      'passes if the notice cannot be deleted because the table is %s, and the next login deletes it',
      async (_, fail, name) => {
        const command = await newCommand();
        const { UnitSerNum, commandId } = command;
        await store(command, longAgo());
        await commandStore.end(UnitSerNum, commandId, { outcome: 'done' }, Date.now());
        fail();
        expect(await readsOf(UnitSerNum)).toMatchObject({ found: [], failures: [name] });
        expect(await readsOf(UnitSerNum)).toMatchObject({ found: [], failures: [] });
        expect(await readsOf(UnitSerNum)).toMatchObject({ requests: ['batch-get commandNotice'] });
      },
    );
  });
});
