import { CARRIER_NAMES } from '../sims/carrier.ts';
import { SIM_STATE, type Viewer } from '../sims/sim-state.ts';
import { CONDITIONS } from './condition.ts';
import { valueWords } from './facet-words.ts';
import type { Facet } from './facets.ts';
import { UNIT_STATUS } from './unit.ts';

/** The words before the colon of a query, and the filters that they name. */
export const QUERY_FIELDS = {
  condition: 'condition',
  status: 'UnitStatus',
  firmware: 'FirmVer',
  profile: 'PTName',
  sim: 'ActiveState',
  carrier: 'ActiveCarrier',
  reporting: 'Report',
  tag: 'tag',
} as const satisfies Record<string, Facet>;
type QueryField = keyof typeof QUERY_FIELDS;

/** Other words for some of them. */
const SYNONYMS: Readonly<Record<string, QueryField>> = { is: 'condition', firmver: 'firmware', report: 'reporting' };

const VALUES: Partial<Record<Facet, readonly string[]>> = {
  condition: CONDITIONS,
  UnitStatus: Object.keys(UNIT_STATUS),
  ActiveState: Object.values(SIM_STATE).map(String),
  ActiveCarrier: Object.keys(CARRIER_NAMES),
  Report: ['0', '1'],
};

/** The values of filters that units and dealers make, as the list knows them. */
export type KnownValues = Partial<Record<Facet, readonly string[]>>;

export type QueryFilters = Partial<Record<Facet, string>>;

/** True for a text that names filters: `carrier:verizon tag:pilot`. */
export const isQuery = (typed: string): boolean => /[:<>]/.test(typed);

interface Reader {
  known: KnownValues;
  viewer: Viewer;
}

/**
 * Reads `carrier:verizon tag:pilot 4021`: words with a colon are filters, the rest is a text to search for. A value is its word, or the beginning
 * of one word only; one with blanks is in quotes. Or a sentence that says what is wrong.
 */
export function readQuery(
  typed: string,
  reader: Reader,
): { filters: QueryFilters; text: string } | { problem: string } {
  const filters: QueryFilters = {};
  const text: string[] = [];
  for (const word of wordsOf(typed)) {
    if (/[<>]/.test(word))
      return { problem: `‘${word}’: the list finds exact values only, such as firmware:2.2. ${LONGEST}` };
    const at = word.indexOf(':');
    if (at < 0) {
      text.push(word);
      continue;
    }
    const field = fieldNamed(word.slice(0, at));
    if (!field) return { problem: `There is no field ‘${word.slice(0, at)}’. Possible: ${fields.join(', ')}` };
    const facet = QUERY_FIELDS[field];
    const value = valueNamed(
      facet,
      word
        .slice(at + 1)
        .replaceAll('"', '')
        .trim(),
      reader,
    );
    if ('problem' in value) return { problem: `${field}: ${value.problem}` };
    if (filters[facet] !== undefined && filters[facet] !== value.value)
      return { problem: `${field}: a unit has one value of it here. Leave one of them out` };
    filters[facet] = value.value;
  }
  return { filters, text: text.join(' ') };
}

const LONGEST = 'Silent units with the longest silence come first in condition:silent';
const fields = Object.keys(QUERY_FIELDS) as QueryField[];

/** Blanks separate words, but not in quotes. */
const wordsOf = (typed: string): string[] => typed.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [];

function fieldNamed(name: string): QueryField | undefined {
  const wanted = name.toLowerCase();
  return fields.find((field) => field === wanted) ?? SYNONYMS[wanted];
}

function valueNamed(facet: Facet, typed: string, { known, viewer }: Reader): { value: string } | { problem: string } {
  const wanted = typed.toLowerCase();
  if (wanted === '') return { problem: 'a value is missing after the colon' };
  const values = VALUES[facet] ?? known[facet] ?? [];
  // Dealers see two states of a SIM under one word.
  const named = [...new Map(values.toReversed().map((value) => [valueWords(facet, value, viewer), value]))]
    .map(([words, value]) => ({ value, words, word: words.toLowerCase() }))
    .toReversed();
  const exact = named.find(({ word }) => word === wanted);
  const begin = named.filter(({ word }) => word.startsWith(wanted));
  const found = exact ?? (begin.length === 1 ? begin[0] : undefined);
  if (found) return { value: found.value };
  // Units and dealers make new values of these: the list says itself if no unit has one.
  if (VALUES[facet] === undefined && begin.length === 0) return { value: facet === 'tag' ? wanted : typed };
  const possible = (begin.length > 0 ? begin : named).map(({ words }) => words);
  return { problem: `‘${typed}’ can be ${possible.slice(0, MAX_POSSIBLE).join(', ')}` };
}

/** The most values that a sentence names. */
const MAX_POSSIBLE = 12;

/** The most completions that a field offers. */
const MAX_COMPLETIONS = 8;

/** How a query can go on: the fields or the values that continue its last word, each as the whole query. */
export function completionsOf(typed: string, { known, viewer }: Reader): string[] {
  const last = wordsOf(typed).at(-1) ?? '';
  if (last === '' || !typed.endsWith(last)) return [];
  const before = typed.slice(0, typed.length - last.length);
  const at = last.indexOf(':');
  if (at < 0)
    return fields.filter((field) => field.startsWith(last.toLowerCase())).map((field) => `${before}${field}:`);
  const field = fieldNamed(last.slice(0, at));
  if (!field) return [];
  const facet = QUERY_FIELDS[field];
  const begin = last
    .slice(at + 1)
    .replaceAll('"', '')
    .toLowerCase();
  const words = (VALUES[facet] ?? known[facet] ?? []).map((value) => valueWords(facet, value, viewer));
  return [...new Set(words)]
    .filter((word) => word.toLowerCase().startsWith(begin))
    .slice(0, MAX_COMPLETIONS)
    .map((word) => `${before}${field}:${/\s/.test(word) ? `"${word}"` : word}`);
}
