import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { consoleCommands } from '#core/consoles/commands.ts';
import { REMINDER_MESSAGES, ReminderMessage } from '#core/reminders/reminder.ts';
import { commandFor, MESSAGE_NUMBERS } from '#core/reminders/unit-command.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';

const page = readFileSync(new URL('../../docs/unit-protocol.md', import.meta.url), 'utf8');
const kinds = UNIT_MODELS.flatMap((model) => ReminderMessage.options.map((Message) => ({ model, Message })));

describe('what a unit is told for a reminder', () => {
  it.each(kinds)('is a command of the $model, with its own arguments: $Message', ({ model, Message }) => {
    const { command, arguments: given } = commandFor(model, Message);
    const known = consoleCommands(model, { engineer: false }).find(({ name }) => name === command);
    expect(Object.keys(given)).toEqual(known?.arguments.map(({ name }) => name));
  });

  it.each(ReminderMessage.options)('is the message that the protocol has under a number: %s', (Message) => {
    expect(page).toContain(`| ${MESSAGE_NUMBERS[Message]} | ${Message} | ${REMINDER_MESSAGES[Message]} |`);
    expect(commandFor('MXD-LTE', Message).arguments).toEqual({ messages: String(MESSAGE_NUMBERS[Message]) });
  });

  it('is another message for each', () => {
    expect(new Set(Object.values(MESSAGE_NUMBERS)).size).toBe(ReminderMessage.options.length);
  });
});
