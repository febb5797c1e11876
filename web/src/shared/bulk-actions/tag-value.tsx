import { useState } from 'react';
import { Tag } from '#core/units/tags.ts';
import { TextField } from '#web/components/form/text-field.tsx';
import type { ValueFieldProps } from './value-field.tsx';

/** Takes a tag as people type it on the page of a unit. */
export function TagValue({ onChange }: ValueFieldProps) {
  const [typed, setTyped] = useState('');
  const { error } = Tag.safeParse(typed);
  return (
    <TextField
      name="tag"
      label="Tag"
      placeholder="loan, recall 2026"
      value={typed}
      {...(typed !== '' && error?.issues[0] && { error: error.issues[0].message })}
      onChange={(text) => {
        setTyped(text);
        const { data } = Tag.safeParse(text);
        onChange(data === undefined ? undefined : { action: 'tag', tag: data });
      }}
    />
  );
}
