import { useEffect, useRef } from 'react';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { useEntryState } from '#web/lib/page/entry-state.ts';
import type { UnitsAnswer } from './use-units.ts';

/** Every unit of an answer, selected under its model. */
export const selectAllOf = ({ lists }: Pick<UnitsAnswer, 'lists'>) =>
  Object.fromEntries(UNIT_MODELS.map((model) => [model, new Set(lists[model].map(({ UnitSerNum }) => UnitSerNum))]));

/** Calls `onFound` once for each uploaded list, when its units have loaded [P2-B28]. A way back to the list is no new list. */
export function useBulkFound(answer: UnitsAnswer | undefined, onFound: (answer: UnitsAnswer) => void) {
  const found = answer?.BulkSearchResults;
  const seen = useRef<string>(undefined);
  const [handled, setHandled] = useEntryState<string>('uploaded list');
  const latest = useRef(onFound);
  latest.current = onFound;
  const key = found && [...found.found, '/', ...found.missing].join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `setHandled` changes at each render
  useEffect(() => {
    if (key === undefined || !answer || handled === key) return;
    setHandled(key);
    if (seen.current === key) return;
    seen.current = key;
    latest.current(answer);
  }, [key, answer, handled]);
}
