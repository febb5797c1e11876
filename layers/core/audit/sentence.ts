import type { Holder } from '../access.ts';
import { shownCents } from '../money.ts';
import { actorWords, whoWords } from './actor.ts';
import type { AuditEntry, AuditRecord } from './entry.ts';
import { ACTIONS, KINDS } from './kinds.ts';
import type { AuditedAction, AuditedField, AuditedFields, AuditedValues, Wording } from './wording.ts';

/** A part of a sentence: plain text, the actor or the object. */
export interface SentencePart {
  is: 'text' | 'actor' | 'object';
  text: string;
}

/** One changed field, in words for people. A `time` is an instant. */
export interface ChangedField {
  label: string;
  is: 'text' | 'time';
  /** One line each. */
  from: string[];
  to: string[];
}

/** What people call an object of a kind. Old entries can name a kind that no area has any more: it is its own word. */
export const objectKindWord = (objectKind: string): string =>
  (KINDS as Readonly<Record<string, string>>)[objectKind] ?? objectKind;

/** The action as a heading: `Switch reporting`. */
export const actionWords = (action: string): string => action.charAt(0).toUpperCase() + action.slice(1);

/** Every action as a choice, in the order of the alphabet. */
export const actionChoices = (): { value: string; label: string }[] =>
  Object.keys(ACTIONS)
    .map((value) => ({ value, label: actionWords(value) }))
    .sort((one, other) => (one.label < other.label ? -1 : 1));

/** The object as people call it: its name, or its number. */
export function objectWords({ objectKind, objectId, objectName, dealerNames }: AuditEntry): string {
  if (objectKind === 'dealer') return dealerNames[objectId] ?? OTHER_DEALER;
  return objectName ?? objectId;
}

/** Instead of the name of a dealer that the reader may not see. */
const OTHER_DEALER = 'another dealer';

/** The entry as a sentence, in parts that a screen can link. */
export function sentenceParts(entry: AuditEntry): SentencePart[] {
  const { sentence, fields = {} } = known(entry);
  const values = { before: entry.before ?? {}, after: entry.after ?? {} };
  const fieldOf = (name: string) => values.after[name] ?? values.before[name];
  const pattern = typeof sentence === 'string' ? sentence : sentence(values);
  return pattern
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part, index, parts): SentencePart => {
      if (!part.startsWith('{')) {
        const isOne = fieldOf(parts[index - 1]?.slice(1, -1) ?? '') === 1;
        return { is: 'text', text: isOne ? part.replace(/^ units\b/, ' unit') : part };
      }
      const name = part.slice(1, -1);
      if (name === 'person') return { is: 'actor', text: actorWords(entry) };
      if (name === 'actor') return { is: 'actor', text: whoWords(entry) };
      if (name === 'object') return { is: 'object', text: objectWords(entry) };
      return { is: 'text', text: lines(fields[name]?.wording ?? PLAIN, fieldOf(name), entry).join(', ') };
    });
}

export const sentenceOf = (entry: AuditEntry): string =>
  sentenceParts(entry)
    .map(({ text }) => text)
    .join('');

/** The fields that an entry changed, in the order of their declaration. */
export function changedFields(entry: AuditEntry): ChangedField[] {
  const { fields = {} } = known(entry);
  const { before, after } = entry;
  const held = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const names = [...Object.keys(fields).filter((name) => held.has(name)), ...[...held].filter((name) => !fields[name])];
  return names.flatMap((name) =>
    rowsOf(fields[name] ?? { label: name, wording: PLAIN }, before?.[name], after?.[name], entry),
  );
}

/** The change as one line: `Reporting: On → Off`. A new or deleted object has only one side. */
export const changeWords = (entry: AuditEntry, timeWords: (instant: string) => string): string =>
  changedFields(entry)
    .map(({ label, is, from, to }) => {
      const [was, next] = [from, to].map((words) => (is === 'time' ? words.map(timeWords) : words).join(', '));
      if (!entry.before) return `${label}: ${next}`;
      return entry.after ? `${label}: ${was || '—'} → ${next || '—'}` : `${label}: ${was}`;
    })
    .join(' · ');

/** True if the entry is about something that a flag hides from its holder. */
export const isHiddenFrom = ({ flags }: Pick<Holder, 'flags'>, entry: Pick<AuditEntry, 'action'>): boolean => {
  const { hiddenFrom } = known(entry);
  return hiddenFrom !== undefined && flags.includes(hiddenFrom);
};

/** The keys of the dealers that an entry mentions. */
export function mentionedDealers(entry: AuditRecord): number[] {
  const { fields = {} } = known(entry);
  const values = [entry.before, entry.after].flatMap((state) => (state ? dealersIn(fields, state) : []));
  const keys = [entry.dealerKey, entry.asDealerKey, entry.objectKind === 'dealer' && Number(entry.objectId), ...values];
  return [...new Set(keys.filter((key): key is number => typeof key === 'number' && Number.isSafeInteger(key)))];
}

const dealersIn = (fields: AuditedFields, state: AuditedValues): unknown[] =>
  Object.entries(fields).flatMap(([name, { wording }]) => {
    if (wording.kind === 'dealer') return [state[name]];
    return wording.kind === 'record' ? dealersIn(wording.fields, asRecord(state[name])) : [];
  });

/** An action that no area has any more is shown by its name. A malformed entry can have none. */
const known = ({ action }: Pick<AuditEntry, 'action'>): AuditedAction =>
  (ACTIONS as Readonly<Record<string, AuditedAction>>)[action] ?? {
    sentence: `{actor}: ${String(action).replace(/[{}]/g, '')} ({object})`,
  };

const PLAIN: Wording = { kind: 'text' };

function rowsOf({ label, wording }: AuditedField, was: unknown, is: unknown, entry: AuditEntry): ChangedField[] {
  if (wording.kind === 'record') {
    const [before, after] = [asRecord(was), asRecord(is)];
    return Object.entries(wording.fields).flatMap(([name, inner]) =>
      rowsOf({ ...inner, label: `${label}: ${inner.label}` }, before[name], after[name], entry),
    );
  }
  if (wording.kind === 'switches' && Array.isArray(was) && Array.isArray(is))
    return [...new Set<string>([...was, ...is])]
      .filter((one) => was.includes(one) !== is.includes(one))
      .map((one) => ({
        label: `${label}: ${wording.word(one)}`,
        is: 'text',
        from: [onOffWord(was.includes(one))],
        to: [onOffWord(is.includes(one))],
      }));
  const [from, to] = [lines(wording, was, entry), lines(wording, is, entry)];
  if (from.join('\n') === to.join('\n')) return [];
  return [{ label, is: wording.kind === 'time' ? 'time' : 'text', from, to }];
}

/** The value in words, one line for each element of a list. None if there is no value. */
function lines(wording: Wording, value: unknown, entry: AuditEntry): string[] {
  if (value === undefined || value === null || value === '') return [];
  switch (wording.kind) {
    case 'onOff':
      return [onOffWord(value === 1 || value === true)];
    case 'number':
      return [Number(value).toLocaleString('en-US')];
    case 'cents':
      return [shownCents(Number(value))];
    case 'choice':
      return [wording.word(String(value))];
    case 'dealer':
      return [entry.dealerNames[String(value)] ?? OTHER_DEALER];
    case 'switches':
      return asList(value).map((one) => wording.word(String(one)));
    case 'list':
      return asList(value).map((one) => lines(wording.of, one, entry).join(', '));
    case 'record':
      return Object.entries(wording.fields)
        .map(([name, inner]) => lines(inner.wording, asRecord(value)[name], entry).join(', '))
        .filter((words) => words !== '');
    default:
      return plain(value);
  }
}

const onOffWord = (on: boolean) => (on ? 'On' : 'Off');

/** Never JSON: a record that no area declared is shown by its values. */
function plain(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(plain);
  if (typeof value === 'object')
    return Object.entries(value).map(([name, inner]) => `${name}: ${plain(inner).join(', ')}`);
  return [String(value)];
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const asRecord = (value: unknown): AuditedValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as AuditedValues) : {};
