import { CARRIER_NAMES } from '../sims/carrier.ts';
import { SIM_STATE, type Viewer } from '../sims/sim-state.ts';
import { CONDITIONS } from './condition.ts';
import { valueWords } from './facet-words.ts';
import { FAILED_UPDATES, type Facet } from './facets.ts';
import { joinValues, MOST_FILTER_VALUES, splitValues } from './filter-values.ts';
import { MAX_SILENT_HOURS } from './silence.ts';
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
  updates: 'Updates',
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
  Updates: [FAILED_UPDATES],
};

/** The values of filters that units and dealers make, as the list knows them. */
export type KnownValues = Partial<Record<Facet, readonly string[]>>;

/** As an address has them: several values of a filter in one text (filter-values.ts). */
export type QueryFilters = Partial<Record<Facet | 'silentOver', string>>;

/** True for a text that names filters: `carrier:verizon tag:pilot`. */
export const isQuery = (typed: string): boolean => /[:<>]/.test(typed);

interface Reader {
  known: KnownValues;
  viewer: Viewer;
}

/**
 * Reads `carrier:verizon,att tag:pilot firmver<2.2 silent>24h 4021`: words with a colon are filters, words with < or > are ranges, the rest is a text to search
 * for. A value is its word, or the beginning of one word only; one with blanks is in quotes. Or a sentence that says what is wrong.
 */
export function readQuery(
  typed: string,
  reader: Reader,
): { filters: QueryFilters; text: string } | { problem: string } {
  const filters: QueryFilters = {};
  const text: string[] = [];
  for (const word of wordsOf(typed)) {
    const range = RANGE.exec(word);
    if (range) {
      const read = readRange(word, range, filters);
      if ('problem' in read) return read;
      Object.assign(filters, read);
      continue;
    }
    const at = word.indexOf(':');
    if (at < 0) {
      text.push(word);
      continue;
    }
    const field = fieldNamed(word.slice(0, at));
    if (!field) return { problem: `There is no field ‘${word.slice(0, at)}’. Possible: ${fields.join(', ')}` };
    const facet = QUERY_FIELDS[field];
    const read = partsOf(word.slice(at + 1)).map((part) => valueNamed(facet, part, reader));
    const wrong = read.find((one) => 'problem' in one);
    if (wrong) return { problem: `${field}: ${wrong.problem}` };
    const values = [...new Set(read.flatMap((one) => ('value' in one ? [one.value] : [])))];
    if (values.length > MOST_FILTER_VALUES)
      return { problem: `${field}: a list reads at most ${MOST_FILTER_VALUES} values. Leave some of them out` };
    const joined = joinValues(values);
    if (filters[facet] !== undefined && filters[facet] !== joined)
      return { problem: `${field}: put several values behind one colon, such as ${field}:${word.slice(at + 1)},…` };
    filters[facet] = joined;
  }
  return { filters, text: text.join(' ') };
}

const RANGE = /^([^:<>]*)(<=|>=|<|>)(.*)$/;
const RANGES = 'Ranges are firmver<2.2, firmver>=2.1 and silent>24h';

/** The filter that a range means, beside those before it. */
function readRange(
  word: string,
  [, name = '', is = '', limit = '']: RegExpExecArray,
  { FirmVer }: QueryFilters,
): QueryFilters | { problem: string } {
  const field = fieldNamed(name);
  if (name.toLowerCase() === 'silent') {
    const [, amount, unit] = /^(\d{1,5})(h|d)$/i.exec(limit) ?? [];
    const hours = Number(amount) * (unit?.toLowerCase() === 'd' ? 24 : 1);
    if (is !== '>' || !(hours >= 1 && hours <= MAX_SILENT_HOURS))
      return { problem: `‘${word}’: ask for more than a number of hours or days, such as silent>24h or silent>3d` };
    return { silentOver: String(hours) };
  }
  if (field !== 'firmware')
    return { problem: `‘${word}’: no index of the list has this range, so all units would be read. ${RANGES}` };
  if (!/^\d+(\.\d+)*$/.test(limit)) return { problem: `‘${word}’: a version is missing, such as firmver${is}2.2` };
  return { FirmVer: joinValues([...(FirmVer === undefined ? [] : splitValues(FirmVer)), `${is}${limit}`]) };
}

/** The values behind a colon: commas separate them, but not in quotes. */
function partsOf(typed: string): string[] {
  const parts = [''];
  let isQuoted = false;
  for (const sign of typed)
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === ',' && !isQuoted) parts.push('');
    else parts[parts.length - 1] += sign;
  return parts.map((part) => part.trim());
}

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
  // AT&T is also att. Versions of firmware are not the same without their dots.
  const plain = (text: string) => (VALUES[facet] ? text.replace(/[^a-z0-9]/g, '') || text : text);
  const exact = named.find(({ word }) => word === wanted) ?? named.find(({ word }) => plain(word) === plain(wanted));
  const begin = named.filter(({ word }) => word.startsWith(wanted) || plain(word).startsWith(plain(wanted)));
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
  const given = last.slice(at + 1);
  const earlier = given.slice(0, given.lastIndexOf(',') + 1);
  const begin = given.slice(earlier.length).replaceAll('"', '').toLowerCase();
  const words = (VALUES[facet] ?? known[facet] ?? []).map((value) => valueWords(facet, value, viewer));
  return [...new Set(words)]
    .filter((word) => word.toLowerCase().startsWith(begin))
    .slice(0, MAX_COMPLETIONS)
    .map((word) => `${before}${field}:${earlier}${/[\s,]/.test(word) ? `"${word}"` : word}`);
}
