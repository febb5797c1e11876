import type { Unit } from '#core/units/unit.ts';
import { type VerdictFacts, verdict } from '#core/units/verdict.ts';
import { useNow } from '#web/components/hooks/use-now.ts';
import { StatusBadge } from '#web/components/status/status-badge.tsx';
import { Tooltip } from '#web/components/tooltip/tooltip.tsx';
import { useSession } from '#web/lib/session/session.tsx';

interface ConditionBadgeProps extends Omit<VerdictFacts, 'unit'> {
  unit: Unit;
}

/** Says in a word whether the unit is reliable; the reasons show on hover. */
export function ConditionBadge({ unit, ...facts }: ConditionBadgeProps) {
  const now = useNow();
  const engineer = useSession().has('ENGINEER');
  const { tone, word, reasons } = verdict({ unit, ...facts }, { engineer }, now.getTime());
  const urgent = reasons.filter((reason) => reason.tone !== 'ok');
  return (
    <Tooltip content={(urgent.length > 0 ? urgent : reasons).map(({ text }) => text).join(' · ')}>
      <span>
        <StatusBadge tone={tone} label={word} look="plain" />
      </span>
    </Tooltip>
  );
}
