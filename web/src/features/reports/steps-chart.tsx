import { chakra, Flex, Text } from '@chakra-ui/react';
import type { Granularity, StepsBucket } from '#core/reports/activity.ts';
import { shownDay } from '#core/shown-time.ts';
import { useTimeStyle } from '#web/components/text/time-style.tsx';

interface StepsChartProps {
  buckets: readonly StepsBucket[];
  view: Granularity;
}

const HEIGHT = 160;
const STEP = 12;
const GAP = 2;

const NOUNS = { Daily: 'day', Weekly: 'week', Monthly: 'month' } as const satisfies Record<Granularity, string>;

/** A bar for each day, week or month. The table below has the same numbers for screen readers and for exact reading. */
export function StepsChart({ buckets, view }: StepsChartProps) {
  const style = useTimeStyle();
  const most = Math.max(1, ...buckets.map(({ steps }) => steps));
  const width = buckets.length * STEP;
  const [first, last] = [buckets.at(0), buckets.at(-1)];
  return (
    <chakra.figure borderWidth="1px" borderRadius="l3" bg="bg.panel" px="4" py="3">
      <chakra.svg
        role="img"
        aria-label={`Steps by ${NOUNS[view]}, at most ${most.toLocaleString('en-US')}`}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        w="full"
        h="10rem"
        color="accent.solid"
      >
        {buckets.map(({ start, steps }, index) => {
          const height = (steps / most) * HEIGHT;
          return (
            <rect
              key={start}
              x={index * STEP + GAP / 2}
              y={HEIGHT - height}
              width={STEP - GAP}
              height={height}
              fill="currentColor"
            >
              <title>{`${shownDay(start, style)}: ${steps.toLocaleString('en-US')} steps`}</title>
            </rect>
          );
        })}
      </chakra.svg>
      <Flex as="figcaption" justify="space-between" gap="3" mt="1" color="fg.muted" textStyle="xs">
        <span>{first && shownDay(first.start, style)}</span>
        <Text as="span">{`Most: ${most.toLocaleString('en-US')} steps`}</Text>
        <span>{last && shownDay(last.start, style)}</span>
      </Flex>
    </chakra.figure>
  );
}
