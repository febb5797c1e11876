import { z } from 'zod';
import { digitsOf, inCapitals, withoutBlanks } from '../text.ts';

/** The identifiers of a unit. `UnitID` also matches line ID and unit ID together. */
export const SEARCH_FIELDS = ['UnitSerNum', 'UnitID', 'ICCID', 'IMEI', 'PhoneNumber'] as const;
export const SearchField = z.enum(SEARCH_FIELDS);
export type SearchField = z.infer<typeof SearchField>;

/** At most this many units per search [P2-K11]. */
export const MAX_FOUND = 1000;

/** The server's answer to a search that finds more [P2-M16]. The screens show a full sentence. */
export const TOO_MANY_FOUND = 'Too many';

/**
 * Returns the form of a search text that is stored and compared: upper case without blanks, and only digits for numbers [P2-V53].
 * Phone numbers lose the North American country code, which carriers and people may omit. No area code there begins with 1.
 */
export function normalizeSearch(field: SearchField, text: string): string {
  const compact = inCapitals(withoutBlanks(text));
  if (field === 'UnitSerNum' || field === 'UnitID') return compact;
  const digits = digitsOf(compact);
  return field === 'PhoneNumber' ? digits.replace(/^1/, '') : digits;
}

/** Returns the fields that a text can belong to, the most likely first. */
export function fieldsFor(text: string): SearchField[] {
  const compact = inCapitals(withoutBlanks(text));
  if (!/^[+\w()-]+$/.test(compact)) return [];
  const digits = digitsOf(compact);
  const numeric = /^[+\d()-]+$/.test(compact);
  const fields: SearchField[] = ['UnitSerNum', 'UnitID'];
  if (numeric && digits.length >= 7) fields.push('PhoneNumber', 'IMEI', 'ICCID');
  return fields;
}
