import { WHOLE_TREE } from '#core/scope.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { unitStore } from '#data/units/units.ts';

const PAGE = 100;

/** Calls `visit` for every unit, for a page of units at a time. Returns the sum of its results. */
export async function overAllUnits(visit: (UnitSerNum: string) => Promise<number>): Promise<number> {
  let sum = 0;
  for (const model of UNIT_MODELS)
    for (let cursor: string | undefined; ; ) {
      const { items, cursor: next } = await unitStore.list(WHOLE_TREE, model, { cursor, pageSize: PAGE });
      const results = await Promise.all(items.map(({ UnitSerNum }) => visit(UnitSerNum)));
      sum += results.reduce((total, result) => total + result, 0);
      if (next === null) break;
      cursor = next;
    }
  return sum;
}
