import { AppError, type FieldIssue } from '../errors.ts';

/** An argument of a command. A last argument of kind `text` takes the rest of the line. */
export type CommandArgument = {
  name: string;
  label: string;
  optional?: true;
  /** Only valid if another argument, which comes before it, has one of these values. */
  onlyWith?: { argument: string; values: readonly string[] };
} & (
  | { kind: 'text'; pattern: RegExp; wanted: string }
  | { kind: 'number'; minimum: number; maximum: number }
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'flag' }
);

interface Command {
  name: string;
  arguments: readonly CommandArgument[];
}

export type ArgumentValues = Readonly<Record<string, string | number | boolean>>;

/** The values that an argument takes, in words. */
export function wantedValue(argument: CommandArgument): string {
  switch (argument.kind) {
    case 'text':
      return argument.wanted;
    case 'flag':
      return 'on or off';
    case 'choice':
      return `one of ${argument.options.join(', ')}`;
    case 'number':
      return `a number from ${argument.minimum} to ${argument.maximum}`;
  }
}

/** The argument of this name. */
export const argumentOf = ({ arguments: known }: Command, name: string) =>
  known.find((argument) => argument.name === name)!;

/** The number that a person typed, in decimal digits. Another text is its own value, which the rule of a number rejects. */
export const typedNumber = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);

/** True if the argument is valid beside the values of the other arguments. */
export const isTaken = ({ onlyWith }: CommandArgument, given: Readonly<Record<string, unknown>>): boolean =>
  !onlyWith || onlyWith.values.some((value) => value === given[onlyWith.argument]);

/** What is wrong with the value of an argument, beside the values of the others; undefined if it is valid. */
export function argumentProblem(
  argument: CommandArgument,
  value: unknown,
  given: Readonly<Record<string, unknown>> = {},
): string | undefined {
  if (value === undefined)
    return argument.optional ? undefined : `The ${argument.label} is missing. Give ${wantedValue(argument)}`;
  if (!isTaken(argument, given))
    return `Give a ${argument.label} only with the ${argument.onlyWith!.argument} ${argument.onlyWith!.values.join(' or ')}`;
  return isValid(argument, value) ? undefined : `The ${argument.label} must be ${wantedValue(argument)}`;
}

function isValid(argument: CommandArgument, value: unknown): boolean {
  switch (argument.kind) {
    case 'text':
      return typeof value === 'string' && argument.pattern.test(value);
    case 'flag':
      return typeof value === 'boolean';
    case 'choice':
      return typeof value === 'string' && argument.options.includes(value);
    case 'number':
      return Number.isInteger(value) && Number(value) >= argument.minimum && Number(value) <= argument.maximum;
  }
}

/** Returns the arguments given to a command. Throws INVALID with an issue per wrong, missing or unknown one. */
export function checkedArguments(command: Command, given: Readonly<Record<string, unknown>>): ArgumentValues {
  const issues = argumentIssues(command, given);
  if (issues.length > 0) throw new AppError('INVALID', issues[0]!.message, issues);
  return given as ArgumentValues;
}

function argumentIssues({ name, arguments: known }: Command, given: Readonly<Record<string, unknown>>): FieldIssue[] {
  const names = known.map((argument) => argument.name);
  const extra = Object.keys(given).filter((one) => !names.includes(one));
  return [
    ...known.flatMap((argument) => {
      const message = argumentProblem(argument, given[argument.name], given);
      return message === undefined ? [] : [{ path: `arguments.${argument.name}`, message }];
    }),
    ...extra.map((one) => ({ path: `arguments.${one}`, message: `${name} takes no ${one}` })),
  ];
}
