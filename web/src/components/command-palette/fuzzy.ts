/** How well a text answers a query; `positions` are the characters that matched, for highlighting. */
export interface Match {
  score: number;
  positions: readonly number[];
}

const WORD_START = 12;
const CONSECUTIVE = 8;
const EXACT_PREFIX = 20;
const SKIPPED_CHARACTER = -0.4;

const isWordStart = (text: string, index: number) =>
  index === 0 ||
  /[\s\-_/.·›(]/.test(text[index - 1]!) ||
  (/[A-Z]/.test(text[index]!) && /[a-z]/.test(text[index - 1]!));

/** Matches one word: a run of its letters where there is one, its letters in order otherwise. Undefined where it does not occur. */
function matchTerm(term: string, text: string): Match | undefined {
  const lower = text.toLowerCase();
  const run = bestRun(term, lower, text);
  if (run !== undefined) {
    const positions = Array.from(term, (_, offset) => run + offset);
    const bonus = (isWordStart(text, run) ? WORD_START : 0) + (run === 0 ? EXACT_PREFIX : 0);
    return { score: term.length * (1 + CONSECUTIVE) + bonus + run * SKIPPED_CHARACTER * 0.25, positions };
  }
  const positions: number[] = [];
  let score = 0;
  let from = 0;
  for (const character of term) {
    const index = nextIndex(character, lower, text, from, positions.at(-1));
    if (index < 0) return undefined;
    score += 1 + (isWordStart(text, index) ? WORD_START : 0) + (index - from) * SKIPPED_CHARACTER;
    if (positions.at(-1) === index - 1) score += CONSECUTIVE;
    positions.push(index);
    from = index + 1;
  }
  const scattered = positions.filter((at, order) => at !== positions[order - 1]! + 1 && !isWordStart(text, at)).length;
  return scattered > 1 ? undefined : { score, positions };
}

/** The start of the best place where `term` stands whole: a word's start before any other. */
function bestRun(term: string, lower: string, text: string): number | undefined {
  let first: number | undefined;
  for (let at = lower.indexOf(term); at >= 0; at = lower.indexOf(term, at + 1)) {
    if (isWordStart(text, at)) return at;
    first ??= at;
  }
  return first;
}

/** The next place of a character: right after the last match, else at a word's start, else anywhere. */
function nextIndex(character: string, lower: string, text: string, from: number, last: number | undefined): number {
  if (last !== undefined && lower[last + 1] === character) return last + 1;
  let first = -1;
  for (let at = lower.indexOf(character, from); at >= 0; at = lower.indexOf(character, at + 1)) {
    if (isWordStart(text, at)) return at;
    if (first < 0) first = at;
  }
  return first;
}

/** Matches every word of `query` somewhere in `text`, in any order. An empty query matches everything. */
export function fuzzyMatch(query: string, text: string): Match | undefined {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  let score = 0;
  const positions = new Set<number>();
  for (const term of terms) {
    const match = matchTerm(term, text);
    if (!match) return undefined;
    score += match.score;
    for (const position of match.positions) positions.add(position);
  }
  return { score: score - text.length * 0.05, positions: [...positions].sort((a, b) => a - b) };
}
