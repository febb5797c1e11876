import { useEffect, useMemo, useState } from 'react';
import { findMatches, type Match } from '../search/find-matches.ts';
import { recentCommands } from './recent.ts';
import type { Command, CommandGroup } from './types.ts';

export interface FoundGroup {
  id: string;
  label: string;
  found: readonly Match<Command>[];
  /** The search still runs; `found` belongs to the query before. */
  pending: boolean;
  failed: boolean;
}

const SHOWN_PER_GROUP = 8;
const SHOWN_RECENT = 5;
const SEARCH_DELAY_MS = 150;

interface Answer {
  query: string;
  commands: readonly Command[];
  failed: boolean;
}

const unranked = (commands: readonly Command[]): Match<Command>[] =>
  commands.map((command) => ({ item: command, rank: 0 }));

const searches = ({ search, minimumQuery = 2 }: CommandGroup, query: string) =>
  search !== undefined && query.length >= minimumQuery;

/** The known commands that answer `query`, best first. */
export const rankCommands = (query: string, commands: readonly Command[]): Match<Command>[] =>
  findMatches(query, commands, {
    text: ({ label }) => label,
    more: ({ hint, keywords = [] }) => [...(hint ? [hint] : []), ...keywords],
  });

/** The commands for a query, group by group: known ones at once, searched ones as they arrive. */
export function useFoundCommands(groups: readonly CommandGroup[], query: string): FoundGroup[] {
  const asked = query.trim();
  const answers = useSearches(groups, asked);
  const recent = useMemo(() => {
    const known = new Map(groups.flatMap(({ commands = [] }) => commands.map((command) => [command.id, command])));
    return recentCommands().flatMap((id) => known.get(id) ?? []);
  }, [groups]);

  const ofGroups = groups.map((group): FoundGroup => {
    const { id, label } = group;
    const known = group.onlyAsked && asked === '' ? [] : (group.commands ?? []);
    const own = rankCommands(asked, known).slice(0, SHOWN_PER_GROUP);
    if (!searches(group, asked)) return { id, label, found: own, pending: false, failed: false };
    const answer = answers[id];
    const isCurrent = answer?.query === asked;
    return {
      id,
      label,
      found: [...own, ...unranked(answer?.commands ?? [])],
      pending: !isCurrent,
      failed: isCurrent && answer.failed,
    };
  });
  if (asked !== '' || recent.length === 0) return byBest(ofGroups);
  const recentGroup = { id: 'recent', label: 'Recent', found: unranked(recent.slice(0, SHOWN_RECENT)) };
  return [{ ...recentGroup, pending: false, failed: false }, ...ofGroups];
}

/** The group with the best match first; groups without a rank keep their order. */
const byBest = (groups: FoundGroup[]) => {
  const best = (group: FoundGroup) => group.found[0]?.rank ?? 0;
  return groups.toSorted((a, b) => best(b) - best(a));
};

function useSearches(groups: readonly CommandGroup[], asked: string): Readonly<Record<string, Answer>> {
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({});
  useEffect(() => {
    const controller = new AbortController();
    const take = (id: string, answer: Answer) => {
      if (!controller.signal.aborted) setAnswers((all) => ({ ...all, [id]: answer }));
    };
    const timer = setTimeout(() => {
      for (const { id, search } of groups.filter((group) => searches(group, asked))) {
        search!(asked, controller.signal).then(
          (commands) => take(id, { query: asked, commands, failed: false }),
          () => take(id, { query: asked, commands: [], failed: true }),
        );
      }
    }, SEARCH_DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [groups, asked]);
  return answers;
}
