/** Removes everything except digits: `(801) 555-0123` becomes `8015550123`. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Removes all white space. */
export const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');

/** Converts to upper case, independent of the locale. */
export const inCapitals = (text: string): string => text.toUpperCase();

/** Returns null for an empty or blank text. */
export const nullIfEmpty = (text: string): string | null => (text.trim() === '' ? null : text);
