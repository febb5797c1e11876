import { useEffect, useRef } from 'react';
import { UNIT_MODELS } from '#core/units/unit.ts';
import type { UnitsAnswer } from './use-units.ts';

/** Every unit of an answer, selected under its model. */
export const selectAllOf = ({ lists }: Pick<UnitsAnswer, 'lists'>) =>
  Object.fromEntries(UNIT_MODELS.map((model) => [model, new Set(lists[model].map(({ UnitSerNum }) => UnitSerNum))]));

/** Calls `onFound` once for each uploaded list, when its units have loaded [P2-B28]. */
export function useBulkFound(answer: UnitsAnswer | undefined, onFound: (answer: UnitsAnswer) => void) {
  const found = answer?.BulkSearchResults;
  const seen = useRef<string>(undefined);
  const latest = useRef(onFound);
  latest.current = onFound;
  const key = found && [...found.found, '/', ...found.missing].join(',');
  useEffect(() => {
    if (key === undefined || !answer || seen.current === key) return;
    seen.current = key;
    latest.current(answer);
  }, [key, answer]);
}
