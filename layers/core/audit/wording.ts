import type { AccessFlag } from '../access.ts';

/** How the audit words a value. */
export type Wording =
  | { kind: 'text' | 'number' | 'onOff' | 'cents' | 'time' | 'dealer' }
  | { kind: 'choice'; word: (value: string) => string }
  | { kind: 'list'; of: Wording }
  | { kind: 'record'; fields: AuditedFields }
  /** A list of switches that are on. */
  | { kind: 'switches'; word: (value: string) => string };

/** A field that an entry can hold, before and after. */
export interface AuditedField {
  label: string;
  wording: Wording;
}
export type AuditedFields = Readonly<Record<string, AuditedField>>;

/** The values of an entry by field. */
export type AuditedValues = Readonly<Record<string, unknown>>;

export interface AuditedAction {
  /**
   * The sentence. `{actor}` is who did it, `{object}` what it was done to, and any other name in braces is the value of a field.
   * `{person}` is the actor without the user whose access they used. A function chooses among such sentences.
   */
  sentence: string | ((values: { before: AuditedValues; after: AuditedValues }) => string);
  fields?: AuditedFields;
  /** Its holders do not see the entries of this action. */
  hiddenFrom?: AccessFlag;
}

/** What an area adds to the audit: the kinds of its objects with their nouns, and its actions. */
export interface AuditedArea {
  kinds: Readonly<Record<string, string>>;
  actions: Readonly<Record<string, AuditedAction>>;
}

const field = (label: string, wording: Wording): AuditedField => ({ label, wording });
const wordIn = (words: Readonly<Record<string, string>>) => (value: string) => words[value] ?? value;

export const text = (label: string) => field(label, { kind: 'text' });
export const number = (label: string) => field(label, { kind: 'number' });
export const onOff = (label: string) => field(label, { kind: 'onOff' });
/** An amount of money, in whole cents. */
export const cents = (label: string) => field(label, { kind: 'cents' });
export const time = (label: string) => field(label, { kind: 'time' });
/** A dealer by its key. */
export const dealer = (label: string) => field(label, { kind: 'dealer' });
export const choice = (label: string, words: Readonly<Record<string, string>>) =>
  field(label, { kind: 'choice', word: wordIn(words) });
export const inWords = (label: string, word: (value: string) => string) => field(label, { kind: 'choice', word });
export const switches = (label: string, word: (value: string) => string) => field(label, { kind: 'switches', word });
export const record = (label: string, fields: AuditedFields) => field(label, { kind: 'record', fields });
/** A list of texts, or of values that are worded alike. */
export const list = (label: string, of: Wording = { kind: 'text' }) => field(label, { kind: 'list', of });
