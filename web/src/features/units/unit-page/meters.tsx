import { Box, chakra, Flex } from '@chakra-ui/react';
import { BatteryCharging, BatteryFull, BatteryLow, BatteryMedium, Plug } from 'lucide-react';

const LOW = 20;
const MEDIUM = 60;

/** The charge of the battery, and whether it is charging. */
export function BatteryMeter({ percent, mains }: { percent: number | undefined; mains: boolean | undefined }) {
  if (percent === undefined) return <Unknown />;
  const isLow = percent < LOW;
  const Icon = mains ? BatteryCharging : isLow ? BatteryLow : percent < MEDIUM ? BatteryMedium : BatteryFull;
  return (
    <Flex align="center" gap="2" color={isLow ? 'warning.fg' : undefined}>
      <Icon size={17} aria-hidden />
      <chakra.span textStyle="identifier">{`${percent} %`}</chakra.span>
      <Box w="14" h="1.5" borderRadius="full" bg="bg.emphasized" overflow="hidden" aria-hidden>
        <Box h="full" w={`${percent}%`} bg={isLow ? 'warning.solid' : 'accent.solid'} />
      </Box>
    </Flex>
  );
}

const BARS = [1, 2, 3, 4, 5];

/** The strength of the signal, from 0 to 5 bars. */
export function SignalMeter({ bars, lte }: { bars: number | undefined; lte: boolean | undefined }) {
  if (bars === undefined) return <Unknown />;
  return (
    <Flex align="center" gap="2" color={bars === 0 ? 'warning.fg' : undefined}>
      <Flex align="flex-end" gap="0.5" h="4" role="img" aria-label={`${bars} of 5 bars`}>
        {BARS.map((bar) => (
          <Box
            key={bar}
            w="1"
            h={`${bar * 20}%`}
            borderRadius="1px"
            bg={bar <= bars ? (bars <= 1 ? 'warning.solid' : 'accent.solid') : 'bg.emphasized'}
          />
        ))}
      </Flex>
      <span aria-hidden>{`${bars} / 5`}</span>
      {lte !== undefined && <chakra.span color="fg.muted">{lte ? 'LTE' : 'not LTE'}</chakra.span>}
    </Flex>
  );
}

export function PowerWord({ mains }: { mains: boolean | undefined }) {
  if (mains === undefined) return <Unknown />;
  const Icon = mains ? Plug : BatteryFull;
  return (
    <Flex align="center" gap="2">
      <Icon size={16} aria-hidden />
      {mains ? 'On mains' : 'On battery'}
    </Flex>
  );
}

const Unknown = () => <chakra.span color="fg.muted">Not reported yet</chakra.span>;
