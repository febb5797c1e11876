import { chakra } from '@chakra-ui/react';

/** Told apart also without seeing colours: neighbours differ in lightness. The last one is for all further parts. */
const COLORS = ['teal.700', 'teal.300', 'blue.600', 'blue.300', 'orange.600', 'orange.300', 'gray.400'] as const;

/** The colour of the part at an index, largest first, for the table beside the chart. */
export const pieColor = (index: number) => COLORS[Math.min(index, COLORS.length - 1)]!;

interface PieChartProps {
  /** The largest first. A table beside the chart has their numbers. */
  parts: readonly { label: string; count: number }[];
  /** Pixels. */
  size: number;
}

const RADIUS = 40;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** A ring of parts. Small parts share the last colour. Screen readers use the table beside it. */
export function PieChart({ parts, size }: PieChartProps) {
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const begins = parts.map((_, index) => parts.slice(0, index).reduce((sum, { count }) => sum + count, 0));
  return (
    <chakra.svg viewBox="0 0 100 100" w={`${size}px`} h={`${size}px`} flexShrink="0" aria-hidden>
      {parts.map(({ label, count }, index) => (
        <chakra.circle
          key={label}
          cx="50"
          cy="50"
          r={RADIUS}
          fill="none"
          stroke={pieColor(index)}
          strokeWidth="18"
          strokeDasharray={`${(count / total) * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
          strokeDashoffset={(-begins[index]! / total) * CIRCUMFERENCE}
          transform="rotate(-90 50 50)"
        >
          <title>{`${label}: ${count.toLocaleString('en')}`}</title>
        </chakra.circle>
      ))}
    </chakra.svg>
  );
}
