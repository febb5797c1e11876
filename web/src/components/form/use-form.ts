import { useMemo, useReducer, useRef } from 'react';
import type { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { FieldBinding } from './field-binding.ts';
import {
  changedFields,
  type FormState,
  formReducer,
  type Issues,
  isRequired,
  issueOf,
  issuesByPath,
  schemaIssues,
  shownIssues,
  startForm,
} from './form-state.ts';

/** What a form holds while it is filled in: any part may still be missing. */
export type Draft<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

export interface FormOptions<Schema extends z.ZodObject> {
  schema: Schema;
  /** Where the form starts. Later renders do not change it; call `reset` for that. */
  initial: Draft<z.input<Schema>>;
  /** Gets the parsed values. An `AppError` that it throws puts its issues on their fields; nothing typed is lost. */
  onSubmit: (
    output: z.output<Schema>,
    changed: readonly (keyof z.input<Schema> & string)[],
  ) => Promise<unknown> | unknown;
  /** The submit button waits until something differs from `initial`. */
  requireChange?: boolean;
}

export interface Form<Values extends object> {
  values: Values;
  /** Binds a field component: `<TextField label="Name" {...form.field('name')} />`. */
  field: <Name extends keyof Values & string>(name: Name) => FieldBinding<Values[Name]>;
  /** Changes several fields at once. */
  set: (values: Partial<Values>) => void;
  /** What is shown as wrong at a path (`emails.1`) or below it. */
  errorAt: (path: string) => string | undefined;
  /** Everything that is shown as wrong. */
  issues: Issues;
  /** A failure that belongs to no field. */
  failure: string | undefined;
  changed: readonly (keyof Values & string)[];
  dirty: boolean;
  submitting: boolean;
  /** Why the form cannot be submitted now; what is wrong with a field is not among the reasons: submitting shows it. */
  submitReason: string | undefined;
  /** Checks, then calls `onSubmit`. Resolves to whether it succeeded. */
  submit: () => Promise<boolean>;
  /** Back to the start, or to a new one. */
  reset: (initial?: Values) => void;
  /** For the `form` element. */
  formRef: React.RefObject<HTMLFormElement | null>;
}

/** The state of a form over a zod object. Fields complain once they were left, all of them after a submit. */
export function useForm<Schema extends z.ZodObject>(options: FormOptions<Schema>): Form<Draft<z.input<Schema>>> {
  type Values = Draft<z.input<Schema>>;
  const { schema, requireChange = false } = options;
  const [state, dispatch] = useReducer(formReducer<Values>, options.initial, startForm<Values>);
  const formRef = useRef<HTMLFormElement>(null);
  const latest = useRef({ state, options });
  latest.current = { state, options };

  const found = useMemo(() => schemaIssues(schema, state.values), [schema, state.values]);
  const required = useMemo(
    () => Object.fromEntries(Object.entries(schema.shape).map(([key, field]) => [key, isRequired(field as z.ZodType)])),
    [schema],
  );
  const issues = shownIssues(state as FormState<unknown>, found);
  const changed = changedFields(state as FormState<Values & object>) as (keyof Values & string)[];
  const dirty = changed.length > 0;

  const focusFirstError = () =>
    requestAnimationFrame(() => formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

  const submit = async (): Promise<boolean> => {
    const { values, submitting } = latest.current.state;
    if (submitting) return false;
    const parsed = schema.safeParse(values);
    if (!parsed.success) {
      dispatch({ type: 'refuse' });
      focusFirstError();
      return false;
    }
    dispatch({ type: 'submit' });
    try {
      await latest.current.options.onSubmit(
        parsed.data,
        changedFields(latest.current.state as FormState<Values & object>) as never,
      );
      dispatch({ type: 'succeed', values });
      return true;
    } catch (error) {
      dispatch({ type: 'fail', ...failureOf(error, Object.keys(schema.shape)) });
      focusFirstError();
      return false;
    }
  };

  return {
    values: state.values,
    field: (name) => ({
      name,
      value: state.values[name],
      onChange: (value) =>
        dispatch({ type: 'change', path: name, values: { [name]: value } as unknown as Partial<Values> }),
      onBlur: () => dispatch({ type: 'touch', path: name }),
      error: issueOf(issues, name),
      required: required[name],
    }),
    set: (values) => {
      for (const path of Object.keys(values)) dispatch({ type: 'change', path, values });
    },
    errorAt: (path) => issueOf(issues, path),
    issues,
    failure: state.failure,
    changed,
    dirty,
    submitting: state.submitting,
    submitReason: requireChange && !dirty ? 'Nothing has changed yet' : undefined,
    submit,
    reset: (initial) => dispatch({ type: 'reset', initial: initial ?? latest.current.options.initial }),
    formRef,
  };
}

/** A failed submit parted into issues of fields and a failure of the whole. Issues at unknown paths are not swallowed. */
function failureOf(error: unknown, fields: readonly string[]): { issues: Issues; failure: string | undefined } {
  if (!(error instanceof AppError)) {
    return { issues: {}, failure: error instanceof Error ? error.message : String(error) };
  }
  const isKnown = (path: string) => fields.includes(path.split('.')[0]!);
  const homeless = error.issues.filter(({ path }) => !isKnown(path)).map(({ message }) => message);
  const issues = issuesByPath(error.issues.filter(({ path }) => isKnown(path)));
  if (homeless.length > 0) return { issues, failure: homeless.join('. ') };
  return { issues, failure: error.issues.length > 0 ? undefined : error.message };
}
