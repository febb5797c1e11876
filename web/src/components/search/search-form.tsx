import { Button, chakra } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { TextField } from '../form/text-field.tsx';

interface SearchFormProps {
  /** Names the form for screen readers. */
  label: string;
  field: { name: string; label: string; maxLength?: number };
  /** The text of the present search. */
  text: string;
  button: string;
  /** The text to search for, or what is wrong with the typed one. */
  check: (typed: string) => { text: string } | { error: string };
  /** The search for such a text starts by itself. */
  startsAt?: (typed: string) => boolean;
  onSearch: (text: string) => void;
}

/** One field that finds something when it is submitted. It has the focus while nothing is searched for. */
export function SearchForm({ label, field, text, button, check, startsAt, onSearch }: SearchFormProps) {
  const [draft, setDraft] = useState(text);
  const [error, setError] = useState<string>();
  /** The draft of a search that the address does not have yet. */
  const sent = useRef<string>(undefined);
  // The address also changes by the back button. What somebody types after a search stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: replaces the draft only when the search changes
  useLayoutEffect(() => {
    const isTypedOn = sent.current !== undefined && sent.current !== draft;
    sent.current = undefined;
    if (!isTypedOn) setDraft(text);
  }, [text]);
  const search = (typed: string) => {
    const checked = check(typed);
    if ('error' in checked) return setError(checked.error);
    // Another case of the same text leaves the address as it is.
    if (checked.text.toUpperCase() !== text.toUpperCase()) sent.current = typed;
    return onSearch(checked.text);
  };
  return (
    <chakra.form
      role="search"
      display="flex"
      alignItems="flex-end"
      gap="2"
      maxW="28rem"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        search(draft);
      }}
    >
      <TextField
        {...field}
        identifier
        autoFocus={text === ''}
        value={draft}
        {...(error !== undefined && { error })}
        onChange={(value) => {
          setDraft(value);
          setError(undefined);
          if (startsAt?.(value)) search(value);
        }}
      />
      <Button type="submit" variant="outline" flexShrink="0">
        <Search size={15} aria-hidden />
        {button}
      </Button>
    </chakra.form>
  );
}
