export interface Run {
  start: number;
  words: string;
  matched: boolean;
}

/** `text` parted into runs of matched and other characters. */
export function runsOf(text: string, positions: readonly number[]): Run[] {
  const matched = new Set(positions);
  const runs: Run[] = [];
  for (let at = 0; at < text.length; at++) {
    const last = runs.at(-1);
    if (last && last.matched === matched.has(at)) last.words += text[at];
    else runs.push({ start: at, words: text[at]!, matched: matched.has(at) });
  }
  return runs;
}
