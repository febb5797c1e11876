import { PROBLEMS, type Problem } from '#core/dashboard/problems.ts';
import { shownState } from '#core/sims/sim-state.ts';
import { units } from '#core/units/contract.ts';
import type { Command, CommandGroup } from '#web/components/command-palette/types.ts';
import { TONE_ICONS } from '#web/components/status/tones.ts';
import { paths } from '#web/lib/page/paths.ts';
import type { Session } from '#web/lib/session/session.tsx';
import { problemFilter, problemWords } from '#web/shared/units/problems.ts';

const KEYWORDS: Readonly<Record<Problem['facet'], readonly string[]>> = {
  condition: ['condition', 'problem'],
  Report: ['not reporting', 'problem'],
  ActiveState: ['SIM trouble', 'problem'],
  Updates: ['firmware', 'problem'],
  withoutSecret: ['problem'],
};

/** The problems that units can have: each opens the unit list with its filter. Nothing for people who see no units. */
export function problemCommands({ may, has }: Pick<Session, 'may' | 'has'>): CommandGroup[] {
  if (!may(units.list.access)) return [];
  const viewer = { engineer: has('ENGINEER') };
  const isShown = (problem: Problem) =>
    problem.facet !== 'ActiveState' || shownState(problem.value, viewer) === problem.value;
  const commands = PROBLEMS.filter(isShown).map((problem): Command => {
    const { label, tone } = problemWords(problem, viewer);
    const Icon = TONE_ICONS[tone];
    return {
      id: `problem ${Object.values(problem).join(' ')}`,
      label,
      hint: 'Units',
      keywords: KEYWORDS[problem.facet],
      href: paths.units(problemFilter(problem)),
      icon: <Icon />,
    };
  });
  return [{ id: 'problems', label: 'Units by condition', onlyAsked: true, commands }];
}
