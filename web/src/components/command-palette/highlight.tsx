import { chakra } from '@chakra-ui/react';
import { runsOf } from './runs.ts';

/** A text with the characters at `positions` set in bold. */
export function Highlight({ text, positions }: { text: string; positions: readonly number[] }) {
  if (positions.length === 0) return text;
  return runsOf(text, positions).map(({ start, words, matched }) =>
    matched ? (
      <chakra.mark key={start} bg="transparent" color="accent.fg" fontWeight="600">
        {words}
      </chakra.mark>
    ) : (
      <span key={start}>{words}</span>
    ),
  );
}
