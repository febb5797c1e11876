import { SearchForm } from '#web/components/search/search-form.tsx';

interface UnitFieldProps {
  /** The text that is searched for. */
  text: string;
  onSearch: (text: string) => void;
  /** The message for an empty search. */
  required?: string;
}

/** Finds a unit by its unit ID or its serial number. */
export const UnitField = ({ text, onSearch, required = 'Enter a unit ID or a serial number' }: UnitFieldProps) => (
  <SearchForm
    label="Find a unit"
    field={{ name: 'unit', label: 'Unit ID or serial number', maxLength: 40 }}
    text={text}
    button="Search"
    check={(typed) => {
      const wanted = typed.trim().toUpperCase();
      return wanted === '' ? { error: required } : { text: wanted };
    }}
    onSearch={onSearch}
  />
);
