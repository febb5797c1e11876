import { describe, expect, it, vi } from 'vitest';
import { readCommandLine } from '#core/consoles/command-line.ts';
import { consoleCommands } from '#core/consoles/commands.ts';
import type { ConsoleUnit } from '#web/shared/consoles/console-unit.ts';
import { useSend as senderOf } from '#web/shared/consoles/use-send.ts';

const asked = vi.hoisted(() => vi.fn(async (_question: { title: string }) => false));
vi.mock('#web/components/dialog/confirm.ts', () => ({ useConfirm: () => asked }));

const UNIT: ConsoleUnit = {
  ...{ UnitSerNum: '2AAAAA', UnitModel: 'MXD-LTE' as const, FirmVer: '1.0', imei: '' },
  ...{ IPAddress: undefined, Carrier: undefined },
};
const commands = consoleCommands('MXD-LTE', { engineer: false });

async function sendLine(line: string) {
  asked.mockClear();
  const give = vi.fn();
  const read = readCommandLine(line, commands);
  if (!read.command) throw new Error(read.problem);
  await senderOf(UNIT, commands, give).send(read.command, read.arguments);
  return { questions: asked.mock.calls.map(([{ title }]) => title), isSent: give.mock.calls.length > 0 };
}

describe('a command of the console', () => {
  it.each([
    ['Reboot', 'Reboot 2AAAAA?'],
    ['GoToMode Verizon', 'Change the mode of 2AAAAA to Verizon?'],
  ])('that takes the unit out of reach needs a yes: %s', async (line, question) =>
    expect(await sendLine(line)).toEqual({ questions: [question], isSent: false }),
  );

  it.each(['Query', 'GoToMode RangeTest'])('that an operator needs in an alarm goes at once: %s', async (line) =>
    expect(await sendLine(line)).toEqual({ questions: [], isSent: true }),
  );
});
