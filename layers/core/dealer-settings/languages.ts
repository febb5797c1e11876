import { z } from 'zod';
import { conflict, invalid } from './name-list.ts';

/** P1-K17. */
export const MAX_LANGUAGES = 10;
export const TOO_MANY_LANGUAGES = 'You are only able to assign 10 messages';
export const LANGUAGE_ASSIGNED = 'Language already assigned';

/** The languages of units by ISO 639-1 code, with a region where units distinguish it. */
export const LANGUAGES = {
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  'fr-CA': 'French (Canada)',
  de: 'German',
  it: 'Italian',
  pt: 'Portuguese',
  nl: 'Dutch',
  pl: 'Polish',
  ru: 'Russian',
  zh: 'Mandarin',
  yue: 'Cantonese',
  ko: 'Korean',
  ja: 'Japanese',
  vi: 'Vietnamese',
  tl: 'Tagalog',
  ar: 'Arabic',
  hi: 'Hindi',
} as const;

const CODES = Object.keys(LANGUAGES) as [keyof typeof LANGUAGES, ...(keyof typeof LANGUAGES)[]];
export const LanguageKey = z.enum(CODES);
export type LanguageKey = z.infer<typeof LanguageKey>;

export const Language = z.object({ LanguageKey, Description: z.string() });
export type Language = z.infer<typeof Language>;

/** The languages of a new dealer. */
export const FIRST_LANGUAGES: readonly LanguageKey[] = ['en'];

const language = (key: LanguageKey): Language => ({ LanguageKey: key, Description: LANGUAGES[key] });
export const assignedLanguages = (keys: readonly LanguageKey[]): Language[] => keys.map(language);
export const availableLanguages = (keys: readonly LanguageKey[]): Language[] =>
  CODES.filter((key) => !keys.includes(key)).map(language);

export function assignLanguage(keys: readonly LanguageKey[], key: LanguageKey): LanguageKey[] {
  if (keys.includes(key)) throw conflict('LanguageKey', LANGUAGE_ASSIGNED);
  if (keys.length >= MAX_LANGUAGES) throw invalid('LanguageKey', TOO_MANY_LANGUAGES);
  return [...keys, key];
}

/** Removes a language. Throws for the last one. */
export function withdrawLanguage(keys: readonly LanguageKey[], key: LanguageKey): LanguageKey[] {
  const left = keys.filter((one) => one !== key);
  if (left.length === 0) throw invalid('LanguageKey', 'A dealer has at least one language');
  return left;
}
