import { expect, it } from 'vitest';
import '#support/table.ts';
import { commandStore } from '#data/consoles/commands.ts';

const aCommand = (number: number) => ({
  UnitSerNum: 'CMD001',
  commandId: `reminder-${String(number).padStart(4, '0')}`,
  command: 'PlayMultiMessage',
  arguments: {},
  validUntil: Date.now() + 60_000,
  givenBy: 'a test',
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
  const [sent, unsent] = [1, 2].map((number) => ({ ...aCommand(number), UnitSerNum: 'CMD003' }));
  for (const command of [sent!, unsent!]) await commandStore.queue(command, Date.now());
  await commandStore.markSent('CMD003', sent!.commandId, Date.now());
  const withdrawn = [sent!, unsent!].map(({ commandId }) =>
    commandStore.end('CMD003', commandId, { outcome: 'withdrawn' }, Date.now()),
  );
  expect(await Promise.all(withdrawn)).toEqual([false, true]);
  expect((await commandStore.waiting('CMD003')).map(({ commandId }) => commandId)).toEqual([sent!.commandId]);
});
