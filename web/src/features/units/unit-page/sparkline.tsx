import { chakra } from '@chakra-ui/react';

interface SparklineProps {
  /** Name of the line: `Battery at the last 10 pings`. */
  label: string;
  /** From the oldest to the newest. */
  values: readonly number[];
  maximum: number;
  /** Formats a value: `96 %`. */
  words: (value: number) => string;
}

const WIDTH = 200;
const HEIGHT = 36;
const MARGIN = 3;

/** A small line chart. A point shows its value on hover, and screen readers get the list of values. */
export function Sparkline({ label, values, maximum, words }: SparklineProps) {
  const step = values.length > 1 ? (WIDTH - 2 * MARGIN) / (values.length - 1) : 0;
  const points = values.map((value, index) => ({
    x: MARGIN + index * step,
    y: HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * Math.min(1, Math.max(0, value / maximum)),
    value,
  }));
  const newest = points.at(-1);
  return (
    <chakra.svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${label}: ${values.map(words).join(', ')}`}
      w="full"
      maxW="12.5rem"
      h="9"
      color="accent.solid"
      preserveAspectRatio="none"
    >
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      {newest && <circle cx={newest.x} cy={newest.y} r="2.5" fill="currentColor" />}
      {points.map(({ x, value }, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the line
          key={index}
          x={x - step / 2}
          y="0"
          width={Math.max(step, 4)}
          height={HEIGHT}
          fill="transparent"
        >
          <title>{words(value)}</title>
        </rect>
      ))}
    </chakra.svg>
  );
}
