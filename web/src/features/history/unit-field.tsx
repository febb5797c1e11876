import { Button, chakra } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { TextField } from '#web/components/form/text-field.tsx';

interface UnitFieldProps {
  /** The text that is searched for. */
  text: string;
  onSearch: (text: string) => void;
}

/** Finds a unit by its unit ID or its serial number. */
export function UnitField({ text, onSearch }: UnitFieldProps) {
  const [draft, setDraft] = useState(text);
  const [error, setError] = useState<string>();
  // The back button changes the address, too.
  useEffect(() => setDraft(text), [text]);
  const search = () => {
    const wanted = draft.trim().toUpperCase();
    if (wanted === '') setError('Enter a unit ID or a serial number');
    else onSearch(wanted);
  };
  return (
    <chakra.form
      role="search"
      display="flex"
      alignItems="flex-end"
      gap="2"
      maxW="28rem"
      noValidate
      aria-label="Find a unit"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <TextField
        name="unit"
        label="Unit ID or serial number"
        identifier
        autoFocus={text === ''}
        maxLength={40}
        value={draft}
        {...(error !== undefined && { error })}
        onChange={(value) => {
          setDraft(value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="outline" flexShrink="0">
        <Search size={15} aria-hidden />
        Search
      </Button>
    </chakra.form>
  );
}
