import { fuzzyMatch } from './fuzzy.ts';
import type { Command, RankedCommand } from './types.ts';

const KEYWORD_WEIGHT = 0.6;

/** A command's match: by its label, which highlights, or with less weight by its label, hint and keywords together. */
function matchCommand(query: string, command: Command): RankedCommand | undefined {
  const byLabel = fuzzyMatch(query, command.label);
  if (byLabel) return { command, score: byLabel.score, positions: byLabel.positions };
  const all = [command.label, command.hint, ...(command.keywords ?? [])].filter(Boolean).join(' ');
  const byAll = fuzzyMatch(query, all);
  return byAll && { command, score: byAll.score * KEYWORD_WEIGHT, positions: [] };
}

/** The commands that answer `query`, best first; an equal score keeps the given order. */
export function rankCommands(query: string, commands: readonly Command[]): RankedCommand[] {
  if (query.trim() === '') return commands.map((command) => ({ command, score: 0, positions: [] }));
  return commands
    .map((command) => matchCommand(query, command))
    .filter((ranked) => ranked !== undefined)
    .sort((a, b) => b.score - a.score);
}

/** `recent` with `id` put first, without doubles and at most `keep` long. */
export const rememberRecent = (recent: readonly string[], id: string, keep: number): string[] =>
  [id, ...recent.filter((other) => other !== id)].slice(0, keep);
