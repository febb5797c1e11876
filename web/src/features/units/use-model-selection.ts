import { useEffect, useRef, useState } from 'react';
import { UNIT_MODELS, type UnitModel } from '#core/units/unit.ts';
import type { RowSelection } from '#web/components/data-table/selection.ts';
import type { UnitsAnswer } from './use-units.ts';

type Selections = Partial<Record<UnitModel, RowSelection>>;

const NONE: RowSelection = new Set();

/** Which units are selected, for each model of its own; paging, sorting and looking at another model lose nothing. */
export function useModelSelection(model: UnitModel) {
  const [selections, setSelections] = useState<Selections>({});
  return {
    selected: selections[model] ?? NONE,
    select: (ids: RowSelection) => setSelections((all) => ({ ...all, [model]: ids })),
    setSelections,
  };
}

/** Every unit of an answer, selected under its model. */
export const selectAllOf = ({ lists }: Pick<UnitsAnswer, 'lists'>): Selections =>
  Object.fromEntries(UNIT_MODELS.map((model) => [model, new Set(lists[model].map(({ UnitSerNum }) => UnitSerNum))]));

/** Calls `onFound` once for each uploaded list whose units have come [P2-B28]. */
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
