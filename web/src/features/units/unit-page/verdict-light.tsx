import { chakra, Flex } from '@chakra-ui/react';
import { MEND_WORDS } from '#core/units/mend-words.ts';
import { type VerdictFacts, type VerdictTone, verdict } from '#core/units/verdict.ts';
import { useNow } from '#web/components/hooks/use-now.ts';
import { TONE_ICONS } from '#web/components/status/tones.ts';
import { useSession } from '#web/lib/session/session.tsx';

/** Strong colours only if somebody may need help. */
const LOUD: ReadonlySet<VerdictTone> = new Set(['warning', 'silent', 'danger']);

/** Says whether the unit is reliable, with every reason and what mends it. */
export function VerdictLight(facts: VerdictFacts) {
  const now = useNow();
  const engineer = useSession().has('ENGINEER');
  const { tone, word, reasons } = verdict(facts, { engineer }, now.getTime());
  const Icon = TONE_ICONS[tone];
  const isLoud = LOUD.has(tone);
  return (
    <chakra.section
      aria-label="Condition"
      colorPalette={tone}
      borderRadius="l3"
      borderWidth="1px"
      borderColor={isLoud ? 'colorPalette.muted' : 'border'}
      bg={isLoud ? 'colorPalette.subtle' : 'bg.panel'}
      px="3.5"
      py="3"
    >
      <Flex align="center" gap="2" color="colorPalette.fg" fontWeight="600">
        <Icon size={20} aria-hidden />
        {word}
      </Flex>
      <chakra.ul mt="1.5" textStyle="xs">
        {reasons.map(({ tone: each, text, mend }) => (
          <Flex as="li" key={text} align="baseline" gap="2" py="0.5">
            <chakra.span w="1.5" h="1.5" borderRadius="full" flexShrink="0" bg={`${each}.solid`} aria-hidden />
            <chakra.span>
              <chakra.span>{text}</chakra.span>
              {mend && (
                <>
                  {'. '}
                  <chakra.span color="fg.muted">{MEND_WORDS[mend]}</chakra.span>
                </>
              )}
            </chakra.span>
          </Flex>
        ))}
      </chakra.ul>
    </chakra.section>
  );
}
