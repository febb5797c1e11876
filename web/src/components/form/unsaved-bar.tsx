import type { ReactNode } from 'react';
import { type Change, ChangesBar } from './changes-bar.tsx';
import { SubmitButton, type SubmittableForm } from './form.tsx';

interface UnsavedBarProps {
  form: SubmittableForm & { initial: object; values: object; reset: () => void };
  /** The id of the form, so that Save is its submit button. */
  formId: string;
  /** The name of each field. A field without one, such as a password, is not listed. */
  words: Readonly<Record<string, string>>;
  saveLabel?: string;
}

/** The bar of a form on a page, while it has changes. */
export function UnsavedBar({ form, formId, words, saveLabel = 'Save' }: UnsavedBarProps) {
  if (form.changed.length === 0) return null;
  return (
    <ChangesBar
      changes={changesOf(form, words)}
      onDiscard={() => form.reset()}
      save={
        <SubmitButton form={form} formId={formId}>
          {saveLabel}
        </SubmitButton>
      }
    />
  );
}

function changesOf({ changed, initial, values }: UnsavedBarProps['form'], words: UnsavedBarProps['words']): Change[] {
  const valueIn = (record: object, name: string) => (record as Record<string, ReactNode>)[name];
  return changed.flatMap((name) => {
    const label = words[name];
    return label === undefined ? [] : [{ label, from: valueIn(initial, name), to: valueIn(values, name) }];
  });
}
