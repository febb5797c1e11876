import { z } from 'zod';
import { digitsOf, inCapitals, withoutBlanks } from '../text.ts';

/** What a unit can be found by. `UnitID` also matches line ID and unit ID written together. */
export const SEARCH_FIELDS = ['UnitSerNum', 'UnitID', 'ICCID', 'IMEI', 'PhoneNumber'] as const;
export const SearchField = z.enum(SEARCH_FIELDS);
export type SearchField = z.infer<typeof SearchField>;

/** At most this many units per search [P2-K11]. */
export const MOST_FOUND = 1000;

/** What the server reports when a search finds more [P2-M16]; the screens say it in full. */
export const TOO_MANY_FOUND = 'Too many';

/**
 * A search text as it is stored and compared: upper case, no blanks; digits only for what is a number [P2-V53]. Phone numbers
 * lose the country code of North America, where no area code begins with 1: carriers write it or not, and people likewise.
 */
export function normalizeSearch(field: SearchField, text: string): string {
  const compact = inCapitals(withoutBlanks(text));
  if (field === 'UnitSerNum' || field === 'UnitID') return compact;
  const digits = digitsOf(compact);
  return field === 'PhoneNumber' ? digits.replace(/^1/, '') : digits;
}

/** The fields that a text can be meant for, the likeliest first; a text of other signs fits none. */
export function fieldsFor(text: string): SearchField[] {
  const compact = inCapitals(withoutBlanks(text));
  if (!/^[+\w()-]+$/.test(compact)) return [];
  const digits = digitsOf(compact);
  const numeric = /^[+\d()-]+$/.test(compact);
  const fields: SearchField[] = ['UnitSerNum', 'UnitID'];
  if (numeric && digits.length >= 7) fields.push('PhoneNumber', 'IMEI', 'ICCID');
  return fields;
}
