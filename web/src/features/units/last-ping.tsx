import { chakra } from '@chakra-ui/react';
import { CONDITION_WORDS } from '#core/units/condition.ts';
import { type PingState, pingState } from '#core/units/silence.ts';
import { ASSIGNED, type Unit } from '#core/units/unit.ts';
import { useNow } from '#web/components/hooks/use-now.ts';
import { TONE_ICONS, type Tone } from '#web/components/status/tones.ts';
import { RelativeTime } from '#web/components/text/relative-time.tsx';

const MARKS: Partial<Record<PingState, { tone: Tone; word: string }>> = {
  late: { tone: 'warning', word: CONDITION_WORDS.late },
  silent: { tone: 'silent', word: CONDITION_WORDS.silent },
};

/** The time of the last ping, marked if an assigned unit is late or silent. */
export function LastPingTime({ unit, focusable = false }: { unit: Unit; focusable?: boolean }) {
  const now = useNow();
  const at = unit.lastPing?.lastPingTime;
  const mark = unit.UnitStatus === ASSIGNED ? MARKS[pingState(unit, now.getTime())] : undefined;
  const Icon = mark && TONE_ICONS[mark.tone];
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      verticalAlign="middle"
      color={mark && `${mark.tone}.fg`}
    >
      {Icon && <Icon size={14} aria-label={mark.word} />}
      <RelativeTime at={at} never="Never" focusable={focusable} />
    </chakra.span>
  );
}
