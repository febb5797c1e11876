/** A statement of a policy, as in a template or in a JSON policy. */
export interface Statement {
  Effect: string;
  Action: string | readonly string[];
  Resource: unknown;
  Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface Request {
  action: string;
  resource: string;
  /** The condition keys of the request. A key can have several values. */
  keys?: Readonly<Record<string, readonly string[]>>;
}

const list = (value: unknown): string[] => [value].flat() as string[];

/** Each command to the table is checked against the same patterns. */
const expressions = new Map<string, RegExp>();

/** `*` is any text and `?` any character, as in IAM's actions, resources and StringLike. */
function isLike(pattern: string, value: string, flags = ''): boolean {
  const name = `${flags} ${pattern}`;
  const expression = expressions.get(name) ?? expressionOf(pattern, flags);
  expressions.set(name, expression);
  return expression.test(value);
}

const expressionOf = (pattern: string, flags: string) =>
  new RegExp(
    `^${pattern
      .replace(/[\\^$.+()|{}[\]]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    `s${flags}`,
  );

type Operator = (expected: readonly string[], actual: readonly string[] | undefined) => boolean;

/** A single-valued operator is false for an absent key, and so is ForAnyValue (IAM User Guide, set operators). */
const OPERATORS: Readonly<Record<string, Operator>> = {
  StringEquals: (expected, actual) => actual !== undefined && expected.includes(actual[0]!),
  ArnEquals: (expected, actual) => actual !== undefined && expected.some((one) => isLike(one, actual[0]!)),
  'ForAnyValue:StringLike': (expected, actual = []) =>
    actual.some((value) => expected.some((pattern) => isLike(pattern, value))),
};

function applies({ Action, Resource, Condition = {} }: Statement, { action, resource, keys = {} }: Request): boolean {
  if (!list(Action).some((pattern) => isLike(pattern, action, 'i'))) return false;
  if (!list(Resource).some((pattern) => isLike(pattern, resource))) return false;
  return Object.entries(Condition).every(([operator, conditions]) => {
    const holds = OPERATORS[operator];
    if (!holds) throw new Error(`This evaluator does not know the operator ${operator}`);
    return Object.entries(conditions).every(([key, expected]) => holds(list(expected), keys[key]));
  });
}

/** What the policies of one role decide: a denial wins, and what nothing allows is refused. */
export function isAllowed(statements: readonly Statement[], request: Request): boolean {
  const effects = statements.filter((statement) => applies(statement, request)).map(({ Effect }) => Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
}
