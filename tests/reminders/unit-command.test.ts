import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { consoleCommands } from '#core/consoles/commands.ts';
import { REMINDER_MESSAGES, ReminderMessage } from '#core/reminders/reminder.ts';
import { commandFor, MESSAGE_NUMBERS } from '#core/reminders/unit-command.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';

const page = readFileSync(new URL('../../docs/unit-protocol.md', import.meta.url), 'utf8');
const kinds = UNIT_MODELS.flatMap((model) => ReminderMessage.options.map((Message) => ({ model, Message })));

describe('the command for a reminder', () => {
  it.each(kinds)('to a $model has its own arguments: $Message', ({ model, Message }) => {
    const { command, arguments: given } = commandFor(model, Message);
    const known = consoleCommands(model, { engineer: false }).find(({ name }) => name === command);
    expect(Object.keys(given)).toEqual(known?.arguments.map(({ name }) => name));
  });

  it.each(ReminderMessage.options)('has the message number of the protocol: %s', (Message) => {
    expect(page).toContain(`| ${MESSAGE_NUMBERS[Message]} | ${Message} | ${REMINDER_MESSAGES[Message]} |`);
    expect(commandFor('MXD-LTE', Message).arguments).toEqual({ messages: String(MESSAGE_NUMBERS[Message]) });
  });

  it('is different for each kind of reminder', () => {
    expect(new Set(Object.values(MESSAGE_NUMBERS)).size).toBe(ReminderMessage.options.length);
  });
});
