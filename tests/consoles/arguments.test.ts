import { describe, expect, it } from 'vitest';
import { type ArgumentValues, type CommandArgument, checkedArguments } from '#core/consoles/arguments.ts';
import { type ConsoleCommand, consoleCommands } from '#core/consoles/commands.ts';
import { ReminderMessage } from '#core/reminders/reminder.ts';
import { commandFor } from '#core/reminders/unit-command.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';

/** Of each text argument: a good value, and values that the unit must not receive. */
const TEXTS: Readonly<Record<string, { good: string[]; bad: string[] }>> = {
  phoneNumber: {
    good: ['911', '18005550100', '+18005550100'],
    bad: ['AT+CFUN=0', '12', '1'.repeat(16), '800 555 0100', '++1800', '1800;'],
  },
  voice: {
    good: ['next step please', 'voice off', "don't stop"],
    bad: ['AT+CFUN=0', 'x'.repeat(101), 'a"b', 'a;b', 'a=b'],
  },
  messages: { good: ['3', '3,4', '1 2 3', '1, 2'], bad: ['three', '3,', ',3', '1234', Array(21).fill('1').join(',')] },
  message: { good: ['GPS', 'Report now.'], bad: ['AT+CFUN=0', 'x'.repeat(101), '<GPS>', 'a;b'] },
};
const UNPRINTABLE = ['1\u00002', '1\n2', '1\t2', '\u001b[2J', '12345\u202e', '123\ud800'];
const OTHER_TYPES: unknown[] = [null, {}, [], [1], { toString: '1' }, Number.NaN, Number.POSITIVE_INFINITY];

function goodValues(argument: CommandArgument): unknown[] {
  switch (argument.kind) {
    case 'text':
      return TEXTS[argument.name]!.good;
    case 'number':
      return [argument.minimum, argument.maximum];
    case 'choice':
      return [...argument.options];
    case 'flag':
      return [true, false];
  }
}

function badValues(argument: CommandArgument): unknown[] {
  const always = [...OTHER_TYPES, ...UNPRINTABLE, ''];
  switch (argument.kind) {
    case 'text':
      return [...always, ...TEXTS[argument.name]!.bad, 7, true];
    case 'number': {
      const { minimum, maximum } = argument;
      return [...always, minimum - 1, maximum + 1, minimum + 0.5, 999_999, -1, String(minimum), true];
    }
    case 'choice':
      return [...always, 'Nope', argument.options[0]!.toLowerCase(), 'constructor', 0, true];
    case 'flag':
      return [...always, 0, 1, 'true', 'on'];
  }
}

/** A good value of each argument that is not optional, with which `wanted` may be given. */
const goodOf = ({ arguments: known }: ConsoleCommand, wanted?: CommandArgument): ArgumentValues =>
  Object.fromEntries([
    ...known.filter(({ optional }) => !optional).map((argument) => [argument.name, goodValues(argument)[0]]),
    ...(wanted?.onlyWith ? [[wanted.onlyWith.argument, wanted.onlyWith.values[0]]] : []),
  ]) as ArgumentValues;

/** Throws an error with the issues as `path: message`. */
function issuesOf(command: ConsoleCommand, given: Record<string, unknown>): string[] {
  try {
    checkedArguments(command, given);
    return [];
  } catch (error) {
    const { code, issues, message } = error as {
      code: string;
      issues: { path: string; message: string }[];
      message: string;
    };
    expect(code).toBe('INVALID');
    expect(message).toBe(issues[0]!.message);
    return issues.map((issue) => `${issue.path}: ${issue.message}`);
  }
}

const COMMANDS = UNIT_MODELS.flatMap((model) =>
  consoleCommands(model, { engineer: true }).map((command) => ({ model, name: command.name, command })),
);
const ARGUMENTS = COMMANDS.flatMap(({ command, ...named }) =>
  command.arguments.map((argument) => ({ ...named, command, argument, of: argument.name })),
);

describe.each(COMMANDS)('$name of $model', ({ name, command }) => {
  it('takes good values', () => {
    const given = goodOf(command);
    expect(checkedArguments(command, given)).toEqual(given);
  });

  it('takes no other argument', () => {
    for (const extra of ['force', 'raw', 'Level'])
      expect(issuesOf(command, { ...goodOf(command), [extra]: 1 })).toEqual([
        `arguments.${extra}: ${name} takes no ${extra}`,
      ]);
  });
});

describe.each(ARGUMENTS)('the argument $of of $name of $model', ({ command, argument }) => {
  it('takes each good value', () => {
    for (const value of goodValues(argument))
      expect(issuesOf(command, { ...goodOf(command, argument), [argument.name]: value })).toEqual([]);
  });

  it('refuses each other value, and names the field', () => {
    for (const value of badValues(argument)) {
      const issues = issuesOf(command, { ...goodOf(command, argument), [argument.name]: value });
      expect(issues, JSON.stringify(value)).toHaveLength(1);
      expect(issues[0]).toMatch(new RegExp(`^arguments\\.${argument.name}: The ${argument.label} must be `));
    }
  });

  it('is missed unless it is optional', () => {
    const { [argument.name]: _, ...others } = goodOf(command);
    const issues = issuesOf(command, others);
    if (argument.optional) expect(issues).toEqual([]);
    else
      expect(issues[0]).toMatch(new RegExp(`^arguments\\.${argument.name}: The ${argument.label} is missing\\. Give `));
  });
});

it.each(UNIT_MODELS)('accepts the command of each reminder of %s', (model) => {
  for (const Message of ReminderMessage.options) {
    const { command, arguments: given } = commandFor(model, Message);
    const known = consoleCommands(model, { engineer: false }).find(({ name }) => name === command)!;
    expect(checkedArguments(known, given)).toEqual(given);
  }
});
