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
  for (const command of commands) expect(await commandStore.queue(command)).toBe(true);
  const waiting = await commandStore.waiting('CMD001');
  expect(waiting.map(({ commandId }) => commandId)).toEqual(commands.map(({ commandId }) => commandId));
});

it('returns which of two records of a command was first', async () => {
  const command = { ...aCommand(1), UnitSerNum: 'CMD002' };
  expect([await commandStore.queue(command), await commandStore.queue(command)]).toEqual([true, false]);
  await commandStore.end('CMD002', command.commandId, { outcome: 'done', now: Date.now() });
  expect(await commandStore.queue(command)).toBe(false);
});
