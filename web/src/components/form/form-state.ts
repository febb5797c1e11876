import type { z } from 'zod';
import type { FieldIssue } from '#core/errors.ts';
import { parseFields } from '#core/field-messages.ts';

/** Issues by path (`emails.1`); the first issue of a path wins. The empty path is the whole form. */
export type Issues = Readonly<Record<string, string>>;

/** The state of a form. `touched` are the fields that were left; only they show issues before a submit. */
export interface FormState<Values> {
  initial: Values;
  values: Values;
  touched: ReadonlySet<string>;
  submitted: boolean;
  submitting: boolean;
  /** The server's issues; each is removed when its field changes. */
  serverIssues: Issues;
  /** A failure that belongs to no field. */
  failure: string | undefined;
}

export type FormAction<Values> =
  | { type: 'change'; path: string; values: Partial<Values> }
  | { type: 'touch'; path: string }
  | { type: 'submit' }
  | { type: 'succeed'; values: Values }
  | { type: 'fail'; issues: Issues; failure: string | undefined }
  | { type: 'refuse' }
  | { type: 'reset'; initial: Values };

export const startForm = <Values>(initial: Values): FormState<Values> => ({
  initial,
  values: initial,
  touched: new Set(),
  submitted: false,
  submitting: false,
  serverIssues: {},
  failure: undefined,
});

/** The state after `action`. A failed submit keeps the values; a successful one makes them the initial values. */
export function formReducer<Values>(state: FormState<Values>, action: FormAction<Values>): FormState<Values> {
  switch (action.type) {
    case 'change':
      return {
        ...state,
        values: { ...state.values, ...action.values },
        serverIssues: without(state.serverIssues, action.path),
        failure: undefined,
      };
    case 'touch':
      return state.touched.has(action.path) ? state : { ...state, touched: new Set([...state.touched, action.path]) };
    case 'refuse':
      return { ...state, submitted: true };
    case 'submit':
      return { ...state, submitted: true, submitting: true, serverIssues: {}, failure: undefined };
    case 'succeed':
      return { ...state, initial: action.values, submitting: false, submitted: false, touched: new Set() };
    case 'fail':
      return { ...state, submitting: false, serverIssues: action.issues, failure: action.failure };
    case 'reset':
      return startForm(action.initial);
  }
}

const isAtOrBelow = (path: string, parent: string) => path === parent || path.startsWith(`${parent}.`);

const without = (issues: Issues, parent: string): Issues =>
  Object.fromEntries(Object.entries(issues).filter(([path]) => !isAtOrBelow(path, parent)));

export const issuesByPath = (issues: readonly FieldIssue[]): Issues => {
  const byPath: Record<string, string> = {};
  for (const { path, message } of issues) byPath[path] ??= message;
  return byPath;
};

/** The schema's issues with `values`, by path. */
export function schemaIssues(schema: z.ZodType, values: unknown): Issues {
  const result = parseFields(schema, values);
  if (result.success) return {};
  return issuesByPath(result.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })));
}

/** The issues to show: the server's always, the schema's for touched fields, and all after a submit. */
export function shownIssues(state: FormState<unknown>, found: Issues): Issues {
  const mine = Object.entries(found).filter(
    ([path]) => state.submitted || [...state.touched].some((touched) => isAtOrBelow(path, touched)),
  );
  return { ...Object.fromEntries(mine), ...state.serverIssues };
}

/** The issue of a field, or the first of its parts (`emails.2` for `emails`). */
export function issueOf(issues: Issues, path: string): string | undefined {
  return issues[path] ?? Object.entries(issues).find(([other]) => isAtOrBelow(other, path))?.[1];
}

/** True if two form values are equal. An empty text, undefined and null are all empty. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (isBlank(a) && isBlank(b)) return true;
  if (Object.is(a, b)) return true;
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameValue(item, b[index]));
  if (isRecord(a) && isRecord(b)) {
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => sameValue(a[key], b[key]));
  }
  return false;
}

const isBlank = (value: unknown) => value === '' || value === undefined || value === null;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** The top-level fields that differ from their initial values. */
export const changedFields = <Values extends object>({
  initial,
  values,
}: Pick<FormState<Values>, 'initial' | 'values'>) =>
  (Object.keys({ ...initial, ...values }) as (keyof Values & string)[]).filter(
    (key) => !sameValue(initial[key], values[key]),
  );

/** The empty values, one per kind of field. */
const BLANKS: readonly unknown[] = [undefined, '', [], false];

/** True if a schema requires a value: it rejects every empty value. */
export const isRequired = (schema: z.ZodType): boolean => BLANKS.every((blank) => !schema.safeParse(blank).success);
