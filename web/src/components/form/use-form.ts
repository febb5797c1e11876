import { useMemo, useReducer, useRef } from 'react';
import type { z } from 'zod';
import { AppError, messageFor } from '#core/errors.ts';
import { wasShown } from '../messages/shown-failures.ts';
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

/** The values of a form while it is filled in; any may be missing. */
export type Draft<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

export interface FormOptions<Schema extends z.ZodObject> {
  schema: Schema;
  /** The initial values. Later renders do not change them; call `reset`. */
  initial: Draft<z.input<Schema>>;
  /**
   * Gets the parsed values. If it throws an `AppError`, the issues appear on their fields and the typed values stay. If it resolves to false,
   * nothing was saved: the typed values stay unsaved, without a message.
   */
  onSubmit: (
    output: z.output<Schema>,
    changed: readonly (keyof z.input<Schema> & string)[],
  ) => Promise<unknown> | unknown;
  /** For a dialog: disables the submit button until a value differs from `initial`. */
  requireChange?: boolean;
  /** For a page, whose button stays enabled: called in place of `onSubmit` while no value differs from `initial`. */
  onUnchanged?: () => void;
}

export interface Form<Values extends object> {
  values: Values;
  /** Binds a field component: `<TextField label="Name" {...form.field('name')} />`. */
  field: <Name extends keyof Values & string>(name: Name) => FieldBinding<Values[Name]>;
  /** Changes several fields at once. */
  set: (values: Partial<Values>) => void;
  /** The issue shown at a path (`emails.1`) or below it. */
  errorAt: (path: string) => string | undefined;
  /** All issues shown. */
  issues: Issues;
  /** A failure that belongs to no field. */
  failure: string | undefined;
  changed: readonly (keyof Values & string)[];
  /** The saved values. */
  initial: Values;
  dirty: boolean;
  submitting: boolean;
  /** Why the form cannot be submitted now. Issues of fields are no reason: submitting shows them. */
  submitReason: string | undefined;
  /** Checks, then calls `onSubmit`. Resolves to true on success. */
  submit: () => Promise<boolean>;
  /** Returns to the initial values, or to new ones. */
  reset: (initial?: Values) => void;
  /** For the `form` element. */
  formRef: React.RefObject<HTMLFormElement | null>;
}

/** The state of a form over a zod object. A field shows its issue after it was left; a submit shows all. */
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
    const { onSubmit, onUnchanged } = latest.current.options;
    const changed = changedFields(latest.current.state as FormState<Values & object>);
    if (onUnchanged && changed.length === 0) {
      onUnchanged();
      return true;
    }
    dispatch({ type: 'submit' });
    try {
      const saved = (await onSubmit(parsed.data, changed as never)) !== false;
      dispatch(saved ? { type: 'succeed', values } : { type: 'fail', issues: {}, failure: undefined });
      return saved;
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
    initial: state.initial,
    dirty,
    submitting: state.submitting,
    submitReason: requireChange && !dirty ? 'Nothing has changed yet' : undefined,
    submit,
    reset: (initial) => dispatch({ type: 'reset', initial: initial ?? latest.current.options.initial }),
    formRef,
  };
}

/**
 * Splits a failed submit into issues of fields and a failure of the form. Issues at unknown paths go to the form. A failure that a toast shows
 * does not show in the form, too.
 */
export function failureOf(error: unknown, fields: readonly string[]): { issues: Issues; failure: string | undefined } {
  if (!(error instanceof AppError)) {
    return { issues: {}, failure: wasShown(error) ? undefined : messageFor(error) };
  }
  const isKnown = (path: string) => fields.includes(path.split('.')[0]!);
  const homeless = error.issues.filter(({ path }) => !isKnown(path)).map(({ message }) => message);
  const issues = issuesByPath(error.issues.filter(({ path }) => isKnown(path)));
  if (wasShown(error)) return { issues, failure: undefined };
  if (homeless.length > 0) return { issues, failure: homeless.join('. ') };
  return { issues, failure: error.issues.length > 0 ? undefined : error.message };
}
