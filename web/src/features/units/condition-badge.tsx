import { chakra } from '@chakra-ui/react';
import type { Unit } from '#core/units/unit.ts';
import { type Verdict, type VerdictFacts, verdict } from '#core/units/verdict.ts';
import { useNow } from '#web/components/hooks/use-now.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { Tooltip } from '#web/components/tooltip/tooltip.tsx';
import { useSession } from '#web/lib/session/session.tsx';

interface ConditionBadgeProps extends Omit<VerdictFacts, 'unit'> {
  unit: Unit;
}

/** Says in a word whether the unit is reliable; the reasons show on hover, and a wide column of a table has the most urgent one beside the word. */
export function ConditionBadge({ unit, ...facts }: ConditionBadgeProps) {
  const now = useNow();
  const engineer = useSession().has('ENGINEER');
  const judged = verdict({ unit, ...facts }, { engineer }, now.getTime());
  const { tone, word, reasons } = judged;
  const reason = besideWord(judged);
  const urgent = reasons.filter((reason) => reason.tone !== 'ok');
  return (
    <Tooltip content={(urgent.length > 0 ? urgent : reasons).map(({ text }) => text).join(' · ')}>
      <chakra.span css={BESIDE}>
        <StatusBadge tone={tone} label={word} look="plain" />
        {reason !== undefined && <chakra.span data-reason>{reason}</chakra.span>}
      </chakra.span>
    </Tooltip>
  );
}

/** The reason that the word does not say: the most urgent one of a unit that needs attention. */
export const besideWord = ({ condition, reasons }: Verdict): string | undefined =>
  condition === 'attention' ? reasons[0]?.text : undefined;

const BESIDE = {
  '& [data-reason]': { display: 'none' },
  'td > &': { display: 'block', containerType: 'inline-size', overflow: 'hidden', textOverflow: 'ellipsis' },
  '@container (min-width: 14rem)': {
    '& [data-reason]': { display: 'inline', marginInlineStart: '2', color: 'fg.muted' },
  },
} as const;
