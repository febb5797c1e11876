import { type ArgumentValues, argumentProblem, type CommandArgument, typedNumber } from './arguments.ts';
import type { ConsoleCommand } from './commands.ts';

export type ReadCommand =
  | { command: ConsoleCommand; arguments: ArgumentValues; problem?: never }
  | { problem: string; command?: never };

/** Reads a typed line, `GoToMode Pairing 3`, as one of the commands, or returns what is wrong with it. */
export function readCommandLine(line: string, commands: readonly ConsoleCommand[]): ReadCommand {
  const typed = line.trim().replace(/\s+/g, ' ');
  const command = commandAtStart(typed, commands);
  if (!command) return { problem: typed === '' ? 'Type a command' : `There is no command ${typed.split(' ')[0]}` };
  const words = typed.slice(command.name.length).split(' ').filter(Boolean);
  const values: Record<string, string | number | boolean> = {};
  for (const argument of command.arguments) {
    const word = argument.kind === 'text' ? words.splice(0).join(' ') : (words.shift() ?? '');
    const value = word === '' ? undefined : readArgument(argument, word);
    const problem = argumentProblem(argument, value, values);
    if (problem !== undefined) return { problem };
    if (value !== undefined) values[argument.name] = value;
  }
  return words.length > 0 ? { problem: `${command.name} takes no ${words.join(' ')}` } : { command, arguments: values };
}

/** The commands that begin with the typed text, in their order. An empty line suggests all of them. */
export function suggestCommands(line: string, commands: readonly ConsoleCommand[]): ConsoleCommand[] {
  const typed = line.trimStart().toLowerCase();
  return commands.filter(({ name }) => name.toLowerCase().startsWith(typed) || begins(typed, name));
}

/** The command at the start of the line; of `VoiceCmd` and `VoiceCmd Query` the longer one. */
const commandAtStart = (typed: string, commands: readonly ConsoleCommand[]) =>
  commands.filter(({ name }) => begins(typed, name)).sort((left, right) => right.name.length - left.name.length)[0];

function begins(typed: string, name: string): boolean {
  const lower = typed.toLowerCase();
  return lower === name.toLowerCase() || lower.startsWith(`${name.toLowerCase()} `);
}

const FLAGS: Readonly<Record<string, boolean>> = { on: true, off: false, true: true, false: false, 1: true, 0: false };

/** The value that a word stands for. A word that stands for none is its own value, which the argument's rule rejects. */
function readArgument(argument: CommandArgument, word: string): string | number | boolean {
  switch (argument.kind) {
    case 'text':
      return word;
    case 'flag':
      return FLAGS[word.toLowerCase()] ?? word;
    case 'choice':
      return argument.options.find((option) => option.toLowerCase() === word.toLowerCase()) ?? word;
    case 'number':
      return typedNumber(word);
  }
}
