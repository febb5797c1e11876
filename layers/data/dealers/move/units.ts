import { createWriteTransaction } from 'electrodb';
import { dealerKeysOf } from '#core/scope.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import { committed } from '#data/kit/conditions.ts';
import { through } from '#data/kit/table.ts';
import { without } from '#data/kit/without.ts';
import { lookupsOf, UnitLookupEntity } from '#data/units/unit-lookups.ts';
import { type StoredUnit, UnitCountEntity, UnitEntity } from '#data/units/units.ts';
import type { StoredDealerMove } from '../dealer-moves.ts';
import { DealerEntity, standingAt } from '../dealers.ts';
import { each, pathOf, type Step, untilStill } from './step.ts';

const UNITS = 25;

/** The first model that still has units under the old path; what is moved is there no more, so there is no place to keep. */
export async function moveUnits({ from, cursor }: StoredDealerMove): Promise<Step> {
  // The cursor names the model, and the last unit of it that was gone through.
  const [model = UNIT_MODELS[0], ...place] = (cursor ?? '').split('|').filter(Boolean);
  const after = place.join('|');
  const page = await UnitEntity.query
    .byTree({ UnitModel: model as StoredUnit['UnitModel'] })
    .between({ dealerPath: from }, { dealerPath: through(from) })
    .go({ cursor: after || null, limit: UNITS });
  const left = await each(
    page.data,
    ({ UnitSerNum }) => `unit ${UnitSerNum}`,
    ({ UnitSerNum }) => moveUnit(UnitSerNum, from),
  );
  if (page.cursor !== null) return { cursor: `${model}|${page.cursor}`, left };
  const next = UNIT_MODELS[UNIT_MODELS.indexOf(model as (typeof UNIT_MODELS)[number]) + 1];
  return { cursor: next === undefined ? null : `${next}|`, left };
}

/** One unit with all that finds it and counts it, in one transaction: no count is off and nothing is found where it is not. */
async function moveUnit(UnitSerNum: string, from: string): Promise<void> {
  await untilStill(async () => {
    // As it is now: an index can be a moment behind what finds the unit.
    const { data: was } = await UnitEntity.get({ UnitSerNum }).go({ consistent: true });
    const dealerPath = was?.dealerPath.startsWith(from) ? await pathOf(was.DealerKey) : undefined;
    if (!was || dealerPath === undefined || dealerPath === was.dealerPath) return true;
    const lookups = { was: lookupsOf(was), next: lookupsOf({ ...was, dealerPath }) };
    const gone = without(lookups.was.map(keyOf), lookups.next.map(keyOf));
    const [above, now] = [dealerKeysOf(was.dealerPath), dealerKeysOf(dealerPath)];
    const counts = [
      ...above.filter((key) => !now.includes(key)).map((DealerKey) => ({ DealerKey, by: -1 })),
      ...now.filter((key) => !above.includes(key)).map((DealerKey) => ({ DealerKey, by: 1 })),
    ];
    const result = await committed(() =>
      createWriteTransaction(
        { unit: UnitEntity, lookup: UnitLookupEntity, count: UnitCountEntity, dealer: DealerEntity },
        (entities) => [
          entities.unit
            .patch({ UnitSerNum })
            .set({ dealerPath })
            .where((unit, { eq }) => `${eq(unit.dealerPath, was.dealerPath)} AND ${eq(unit.DealerKey, was.DealerKey)}`)
            .commit(),
          standingAt(entities.dealer, { DealerKey: was.DealerKey, dealerPath }),
          ...without(lookups.next, lookups.was).map((lookup) => entities.lookup.put(lookup).commit()),
          ...gone.map((key) => entities.lookup.delete(key).commit()),
          ...counts.map(({ DealerKey, by }) =>
            entities.count.upsert({ DealerKey, UnitModel: was.UnitModel }).add({ count: by }).commit(),
          ),
        ],
      ).go(),
    );
    return !result.canceled;
  });
}

/** A lookup says where its unit stands: under the same key it is put anew, under another the old one goes. */
const keyOf = ({ field, family, value, UnitSerNum }: ReturnType<typeof lookupsOf>[number]) => ({
  field,
  family,
  value,
  UnitSerNum,
});
