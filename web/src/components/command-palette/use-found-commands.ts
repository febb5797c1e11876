import { useEffect, useMemo, useState } from 'react';
import { rankCommands } from './rank.ts';
import { recentCommands } from './recent.ts';
import type { Command, CommandGroup, RankedCommand } from './types.ts';

export interface FoundGroup {
  id: string;
  label: string;
  found: readonly RankedCommand[];
  /** An answer is on its way; what is shown is of the query before. */
  pending: boolean;
  failed: boolean;
}

const PER_GROUP = 8;
const REST = 150;

interface Answer {
  query: string;
  commands: readonly Command[];
  failed: boolean;
}

const unranked = (commands: readonly Command[]): RankedCommand[] =>
  commands.map((command) => ({ command, score: 0, positions: [] }));

/** What the groups answer to a query, group by group: ranked commands at once, searched ones as they come. */
export function useFoundCommands(groups: readonly CommandGroup[], query: string): FoundGroup[] {
  const answers = useSearches(groups, query);
  const known = useMemo(() => groups.flatMap((group) => group.commands ?? []), [groups]);
  const recent = useMemo(() => {
    const byId = new Map(known.map((command) => [command.id, command]));
    return recentCommands().flatMap((id) => byId.get(id) ?? []);
  }, [known]);

  const asked = query.trim();
  const ofGroups = groups.map((group): FoundGroup => {
    const answer = asked === '' ? undefined : answers[group.id];
    const wanted = group.search !== undefined && asked.length >= (group.minimumQuery ?? 2);
    const own = rankCommands(asked, group.commands ?? []).slice(0, PER_GROUP);
    return {
      id: group.id,
      label: group.label,
      found: wanted && answer ? [...own, ...unranked(answer.commands)] : own,
      pending: wanted && answer?.query !== asked,
      failed: wanted && answer?.query === asked && answer.failed,
    };
  });
  if (asked !== '' || recent.length === 0) return byBest(ofGroups);
  return [
    { id: 'recent', label: 'Recent', found: unranked(recent.slice(0, 5)), pending: false, failed: false },
    ...ofGroups,
  ];
}

/** The group with the best match first; groups without ranked matches stay where they are. */
const byBest = (groups: FoundGroup[]) => {
  const best = (group: FoundGroup) => group.found[0]?.score ?? 0;
  return groups.toSorted((a, b) => best(b) - best(a));
};

function useSearches(groups: readonly CommandGroup[], query: string): Readonly<Record<string, Answer>> {
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({});
  useEffect(() => {
    const asked = query.trim();
    const searching = groups.filter((group) => group.search && asked.length >= (group.minimumQuery ?? 2));
    if (searching.length === 0) return;
    const controller = new AbortController();
    const take = (id: string, answer: Answer) => {
      if (!controller.signal.aborted) setAnswers((all) => ({ ...all, [id]: answer }));
    };
    const timer = setTimeout(() => {
      for (const { id, search } of searching) {
        search!(asked, controller.signal).then(
          (commands) => take(id, { query: asked, commands, failed: false }),
          () => take(id, { query: asked, commands: [], failed: true }),
        );
      }
    }, REST);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [groups, query]);
  return answers;
}
