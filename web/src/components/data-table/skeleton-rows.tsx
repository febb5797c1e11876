import { chakra } from '@chakra-ui/react';
import { skeletonWidth } from '../states/skeletons.tsx';

/** Placeholders in the shape of the rows. */
export function SkeletonRows({ rows, columns, choice }: { rows: number; columns: number; choice: boolean }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={`skeleton-${row === 0 ? 'first' : row}`} aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        <td key={`cell-${column === 0 ? 'first' : column}`} data-choice={choice && column === 0 ? '' : undefined}>
          <Bar style={{ width: choice && column === 0 ? 14 : skeletonWidth(row * 3 + column) }} />
        </td>
      ))}
    </tr>
  ));
}

const Bar = chakra('span', {
  base: {
    display: 'inline-block',
    verticalAlign: 'middle',
    h: '2.5',
    maxW: '11rem',
    borderRadius: 'l1',
    bg: 'bg.emphasized',
    animation: 'pulse 1.6s ease-in-out infinite',
  },
});
