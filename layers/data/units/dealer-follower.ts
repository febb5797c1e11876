import { dealerKeysOf } from '#core/scope.ts';
import { UNIT_MODELS } from '#core/units/unit.ts';
import type { UnitRecord } from '#core/units/unit-record.ts';
import { DealerEntity, dealerIsAt } from '../dealers/dealers.ts';
import { dealerFollower, pathOf } from '../dealers/move/follower.ts';
import { tryChange } from '../kit/change.ts';
import { endOfPrefix } from '../kit/table.ts';
import { without } from '../kit/without.ts';
import { lookupsOf, UnitLookupEntity } from './unit-lookups.ts';
import { UnitWithoutSecretEntity } from './unit-secrets.ts';
import { UnitCountEntity, UnitEntity } from './units.ts';

const PAGE_SIZE = 25;

/**
 * A unit moves with its lookups, the mark that it has no secret, and its counts in one transaction: no count is ever wrong, and no unit is found
 * in two places.
 */
export const unitFollower = dealerFollower({
  name: 'units',
  order: 4,
  async page({ from }, place) {
    // The cursor is the model, and the cursor of the query for that model.
    const [model = UNIT_MODELS[0], ...rest] = (place ?? '').split('|').filter(Boolean);
    const { data, cursor } = await UnitEntity.query
      .byTree({ UnitModel: model as UnitRecord['UnitModel'] })
      .between({ dealerPath: from }, { dealerPath: endOfPrefix(from) })
      .go({ cursor: rest.join('|') || null, limit: PAGE_SIZE });
    if (cursor !== null) return { data, cursor: `${model}|${cursor}` };
    const next = UNIT_MODELS[UNIT_MODELS.indexOf(model as (typeof UNIT_MODELS)[number]) + 1];
    return { data, cursor: next === undefined ? null : `${next}|` };
  },
  labelOf: ({ UnitSerNum }) => `unit ${UnitSerNum}`,
  async settle({ UnitSerNum }, { from }) {
    // Read again, because an index can be a moment behind the table.
    const [{ data: was }, { data: mark }] = await Promise.all([
      UnitEntity.get({ UnitSerNum }).go({ consistent: true }),
      UnitWithoutSecretEntity.get({ UnitSerNum }).go({ consistent: true }),
    ]);
    const dealerPath = was?.dealerPath.startsWith(from) ? await pathOf(was.DealerKey) : undefined;
    if (!was || dealerPath === undefined || dealerPath === was.dealerPath) return true;
    const lookups = { was: lookupsOf(was), next: lookupsOf({ ...was, dealerPath }) };
    const gone = without(lookups.was.map(keyOf), lookups.next.map(keyOf));
    const [above, now] = [dealerKeysOf(was.dealerPath), dealerKeysOf(dealerPath)];
    const counts = [
      ...above.filter((key) => !now.includes(key)).map((DealerKey) => ({ DealerKey, by: -1 })),
      ...now.filter((key) => !above.includes(key)).map((DealerKey) => ({ DealerKey, by: 1 })),
    ];
    const refusal = await tryChange(
      {
        entities: {
          unit: UnitEntity,
          lookup: UnitLookupEntity,
          mark: UnitWithoutSecretEntity,
          count: UnitCountEntity,
          dealer: DealerEntity,
        },
      },
      (to) => [
        to.unit
          .patch({ UnitSerNum })
          .set({ dealerPath })
          .where((unit, { eq }) => `${eq(unit.dealerPath, was.dealerPath)} AND ${eq(unit.DealerKey, was.DealerKey)}`)
          .commit(),
        dealerIsAt(to.dealer, { DealerKey: was.DealerKey, dealerPath }),
        ...without(lookups.next, lookups.was).map((lookup) => to.lookup.put(lookup).commit()),
        ...gone.map((key) => to.lookup.delete(key).commit()),
        ...counts.map(({ DealerKey, by }) =>
          to.count
            .upsert({ DealerKey, UnitModel: was.UnitModel })
            .add({ count: by, withoutSecret: mark ? by : 0 })
            .commit(),
        ),
        ...(mark ? [to.mark.patch({ UnitSerNum }).set({ dealerPath }).commit()] : []),
      ],
    );
    return refusal === undefined;
  },
});

/** A lookup contains the unit's place. A lookup whose key stays is overwritten, and one whose key changes is deleted. */
const keyOf = ({ field, family, value, UnitSerNum }: ReturnType<typeof lookupsOf>[number]) => ({
  field,
  family,
  value,
  UnitSerNum,
});
