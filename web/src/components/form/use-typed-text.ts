import { useState } from 'react';

interface TypedTextOptions {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  /** The value as people type it. */
  write: (value: string) => string;
  /** The value of a typed text; undefined while it is none. */
  read: (text: string) => string | undefined;
}

/**
 * A text field over a value of another form. Each text that is a value becomes it at once. A text that is none stays until the field
 * is left, and becomes the value then, so that the caller can say what is wrong.
 */
export function useTypedText({ value, onChange, onBlur, write, read }: TypedTextOptions) {
  const [text, setText] = useState<string>();
  return {
    // Another value came from elsewhere, such as a calendar.
    value: text !== undefined && (read(text) ?? value) === value ? text : write(value),
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => {
      const typed = event.target.value;
      setText(typed);
      const next = read(typed);
      if (next !== undefined && next !== value) onChange(next);
    },
    onBlur: () => {
      if (text !== undefined && read(text) === undefined) onChange(text.trim());
      setText(undefined);
      onBlur?.();
    },
  };
}
