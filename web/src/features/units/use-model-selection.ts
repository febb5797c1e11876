import { useState } from 'react';
import type { UnitModel } from '#core/units/unit.ts';
import type { RowSelection } from '#web/components/data-table/selection.ts';

const NONE: RowSelection = new Set();

/** Which units are selected, for each model of its own; paging, sorting and looking at another model lose nothing. */
export function useModelSelection(model: UnitModel) {
  const [selections, setSelections] = useState<Partial<Record<UnitModel, RowSelection>>>({});
  return {
    selected: selections[model] ?? NONE,
    select: (ids: RowSelection) => setSelections((all) => ({ ...all, [model]: ids })),
  };
}
