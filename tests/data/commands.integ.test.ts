import { beforeAll, describe, expect, it } from 'vitest';
import { commandStore } from '#data/consoles/commands.ts';
import { DealerEntity } from '#data/dealers/dealers.ts';
import { UnitEntity } from '#data/units/units.ts';
import { aUnit, someDealers } from '#support/fleet.ts';

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
  await commandStore.markSent(UnitSerNum, sent!.commandId, Date.now());
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
    commandStore.markSent(UnitSerNum, commandId, Date.now());

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
    expect(await sent(command)).toBe(false);
    await DealerEntity.patch({ DealerKey: 220 }).set({ dealerPath: '/1/22/220/' }).go();
    expect(await commandStore.waiting(command.UnitSerNum)).toEqual([]);
    expect(await commandStore.ended(command.UnitSerNum, command.commandId)).toMatchObject({ outcome: 'expired' });
  });

  it('is sent while the unit belongs to a dealer below', async () => {
    const command = await waiting();
    expect(await sent(command)).toBe(true);
    expect(await commandStore.waiting(command.UnitSerNum)).toMatchObject([{ sentAt: expect.any(String) }]);
  });
});
