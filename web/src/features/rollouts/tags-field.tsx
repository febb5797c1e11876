import { useState } from 'react';
import type { FieldProps } from '#web/components/form/field-binding.ts';
import { TextField } from '#web/components/form/text-field.tsx';

/** Tags, typed with commas between them. */
export function TagsField({ value, onChange, ...field }: FieldProps<readonly string[], string[]>) {
  const [typed, setTyped] = useState((value ?? []).join(', '));
  return (
    <TextField
      {...field}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        onChange(tagsIn(text));
      }}
    />
  );
}

const tagsIn = (text: string) =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
