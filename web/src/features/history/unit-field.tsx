import { SearchForm } from '#web/components/search/search-form.tsx';

interface UnitFieldProps {
  /** The text that is searched for. */
  text: string;
  onSearch: (text: string) => void;
}

/** Finds a unit by its unit ID or its serial number. */
export const UnitField = ({ text, onSearch }: UnitFieldProps) => (
  <SearchForm
    label="Find a unit"
    field={{ name: 'unit', label: 'Unit ID or serial number', maxLength: 40 }}
    text={text}
    button="Search"
    check={(typed) => {
      const wanted = typed.trim().toUpperCase();
      return wanted === '' ? { error: 'Enter a unit ID or a serial number' } : { text: wanted };
    }}
    onSearch={onSearch}
  />
);
