/** The digits of a text, in their order: `(801) 555-0123` gives `8015550123`. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** A text without its blanks: spaces, tabs, line breaks. */
export const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');

/** A text in capitals, whatever the language of the machine. */
export const inCapitals = (text: string): string => text.toUpperCase();

/** What was left empty is no value: null in place of an empty text or of blanks. */
export const nullIfEmpty = (text: string): string | null => (text.trim() === '' ? null : text);
